//! What the studio answers about games, ladders and lists: requests straight to the router, without a port.

mod router;

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use router::{get, make_run, open, position, post, studio};
use serde_json::Value;

/// The address of a game that is started so.
async fn started(router: &Router, fields: &str) -> String {
    let answer = post(router, "/play", fields.to_owned()).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
    answer.headers["location"].to_str().unwrap().to_owned()
}

async fn json(router: &Router, path: &str) -> Value {
    let answer = get(router, path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    serde_json::from_str(&answer.text).unwrap()
}

/// What was played before a game went on here is somebody else's, for as long as it is on the board.
#[tokio::test]
async fn moves_that_were_taken_back_and_played_anew_are_the_players_own() {
    let runs = tempfile::tempdir().unwrap();
    let reopened = |game: String, own: bool| {
        let router = open(runs.path());
        async move {
            let why = json(&router, &format!("{game}/why")).await["html"].as_str().unwrap().to_owned();
            assert_eq!(why.contains("It played"), own, "{why}");
            router
        }
    };
    let game = started(&open(runs.path()), "game=reversi&against=champion:small&from=c4c3d3c5").await;
    let router = reopened(game.clone(), false).await;
    assert_eq!(post(&router, &format!("{game}/undo"), "").await.status, StatusCode::OK);
    let state = position(&router, &game).await;
    assert_eq!(state["plies"], 2, "{state}");
    let text = state["moves"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(post(&router, &format!("{game}/move"), format!("move={text}")).await.status, StatusCode::OK);
    assert_eq!(post(&router, &format!("{game}/reply"), "").await.status, StatusCode::OK);
    let why = json(&router, &format!("{game}/why")).await["html"].as_str().unwrap().to_owned();
    assert!(why.contains("It played"), "{why}");
    drop(router);
    drop(reopened(game, true).await);
}

/// Where no chances were measured, what a choice gave away is in the judge's own units and on no scale.
#[tokio::test]
async fn a_judge_without_chances_says_what_was_given_away_in_its_units() {
    let (_runs, router) = studio();
    let game = started(&router, "game=reversi&against=random&from=c4c3d3c5").await;
    let replay = game.replace("/play/", "/replay/games/");
    for ply in 0..4 {
        let known = json(&router, &format!("{replay}/judged/{ply}/ab2")).await;
        assert_eq!(known["is_chance"], false, "{known}");
        assert_eq!(known["first"], Value::Null, "{known}");
        assert_eq!(known["matters"] == true, known["lost"].as_f64().unwrap() > 0.0, "{known}");
    }
    let known = json(&router, &format!("{replay}/judged/3/champion:small")).await;
    assert_eq!(known["is_chance"], true, "{known}");
    assert!((0.0..=1.0).contains(&known["first"].as_f64().unwrap()), "{known}");
    // Nobody has a number for what random play makes of a move.
    assert_eq!(json(&router, &format!("{replay}/judged/3/random")).await, Value::Null);
}

/// Champions, runs and players are found by a game's title, whatever the case; what there is not is said.
#[tokio::test]
async fn lists_are_searched_by_name_experiment_and_game() {
    let (runs, router) = studio();
    make_run(runs.path(), "first-try", "");
    for (find, is_there) in
        [("", true), ("FIRST", true), ("Reversi", true), ("quick try", true), ("senet", false)]
    {
        let page = get(&router, &format!("/runs?find={}", find.replace(' ', "+"))).await.text;
        assert_eq!(page.contains("/runs/first-try\""), is_there, "{find}");
        assert_eq!(page.contains("None found."), !is_there, "{find}");
    }
    assert!(get(&router, "/runs?page=99").await.text.contains("/runs/first-try\""));
    let page = get(&router, "/champions?find=SENET").await.text;
    assert!(page.contains("/champions/senet/") && !page.contains("/champions/reversi/"));
    assert!(!page.contains("None found."));
    assert!(get(&router, "/champions?find=senet&page=77").await.text.contains("/champions/senet/"));
    assert!(get(&router, "/champions?find=no+such+thing").await.text.contains("None found."));
}

/// A solver that was ticked twice solves once.
#[tokio::test]
async fn a_ladder_has_every_solver_once() {
    let (_runs, router) = studio();
    let page = get(&router, "/ladder/rush-hour").await.text;
    let names = page.split("name=\"player\" value=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let solver = names.last().expect("a solver").to_owned();
    let fields = format!("player={solver}&player={solver}&problems=1");
    let answer = post(&router, "/ladder/rush-hour", fields).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
    for _ in 0..600 {
        let page = get(&router, "/ladder/rush-hour").await.text;
        if page.contains(" of 1<") {
            assert_eq!(page.matches("data-heading=\"solver\"").count(), 1);
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the ladder never ended");
}
