//! What the studio refuses, and what every answer carries: requests straight to the router, without a port.

mod router;

use std::path::Path;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use ludevo_studio::Studio;
use router::{FORM, HOST, get, make_run, open, position, post, send, studio};

#[tokio::test]
async fn every_place_is_there_and_carries_the_security_headers() {
    let (_runs, router) = studio();
    let places = [
        "/",
        "/new",
        "/new?experiment=reversi/small",
        "/runs",
        "/play",
        "/play?game=reversi&against=champion:small",
        "/replay",
        "/ladder/reversi",
        "/champions/reversi/small",
        "/assets/studio.css",
        "/assets/play.js",
    ];
    for place in places {
        let answer = get(&router, place).await;
        assert_eq!(answer.status, StatusCode::OK, "{place}: {}", answer.text);
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{place}: {policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
        assert_eq!(answer.headers["x-frame-options"], "DENY");
        // The policy would block them.
        assert!(!answer.text.contains(" style=\"") && !answer.text.contains(" onclick="), "{place}");
    }
}

#[tokio::test]
async fn a_foreign_host_is_refused() {
    let (_runs, router) = studio();
    for host in
        ["evil.example", "evil.example:4999", "127.0.0.1", "127.0.0.1:80", "localhost:4998", "[::1]:4999"]
    {
        let request = Request::get("/").header("host", host).body(Body::empty()).unwrap();
        assert_eq!(send(&router, request).await.status, StatusCode::FORBIDDEN, "{host}");
    }
    let request = Request::get("/").body(Body::empty()).unwrap();
    assert_eq!(send(&router, request).await.status, StatusCode::BAD_REQUEST, "no host");
    let request =
        Request::get("/").header("host", HOST).header("host", "evil.example").body(Body::empty()).unwrap();
    assert_eq!(send(&router, request).await.status, StatusCode::FORBIDDEN, "two hosts");
    let request = Request::get("/").header("host", "localhost:4999").body(Body::empty()).unwrap();
    assert_eq!(send(&router, request).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_page_of_a_champion_edited_by_hand_says_so() {
    let (runs, router) = studio();
    let whole = include_str!("../../../champions/reversi/small");
    for (name, champion) in
        [("whole", whole.to_owned()), ("edited", whole.replacen("\nscore = 0", "\nscore = 1", 1))]
    {
        let folder = runs.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::write(folder.join("experiment.toml"), "").unwrap();
        std::fs::write(folder.join("champion"), champion).unwrap();
        let page = get(&router, &format!("/runs/{name}/champion")).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        assert_eq!(
            page.text.contains("its score is that of the champion before, not its own"),
            name == "edited"
        );
    }
}

#[tokio::test]
async fn a_foreign_origin_is_refused_and_starts_nothing() {
    let (runs, router) = studio();
    for origin in
        ["http://evil.example", "null", "https://127.0.0.1:4999", "http://127.0.0.1:4998", "http://127.0.0.1"]
    {
        let request =
            Request::post("/runs").header("host", HOST).header("origin", origin).header("content-type", FORM);
        let answer = send(&router, request.body(Body::from("experiment=reversi/default")).unwrap()).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{origin}");
    }
    assert!(!runs.path().join(".studio/jobs.json").exists(), "nothing was queued");
    let request = Request::post("/runs").header("host", HOST).header("origin", "http://127.0.0.1:4999");
    let request =
        request.header("content-type", FORM).body(Body::from("experiment=reversi/default")).unwrap();
    assert_eq!(send(&router, request).await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn no_path_leads_out_of_the_folder_of_runs() {
    let outside = tempfile::tempdir().unwrap();
    let runs = outside.path().join("runs");
    // A run's files where a traversal would find them.
    for folder in [outside.path().join("secret"), runs.join(".hidden")] {
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("experiment.toml"), "# experiment: SECRET\n").unwrap();
        std::fs::write(folder.join("champion"), "SECRET").unwrap();
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret"), runs.join("link")).unwrap();
    let router = open(&runs);
    let names = [
        "..%2Fsecret",
        "%2e%2e%2fsecret",
        "..",
        ".",
        "%2e%2e",
        "..%5Csecret",
        ".hidden",
        "link",
        ".studio",
        "%00",
        "a%00b",
        "secret%2F..",
        "%2Fetc%2Fpasswd",
        "C:%5C",
        "run%0a",
        "%ff%fe",
        "a/../../secret",
        "index.json",
    ];
    for name in names {
        for rest in ["", "/live", "/champion", "/champion/text", "/champion/tree/0"] {
            let answer = get(&router, &format!("/runs/{name}{rest}")).await;
            assert!(answer.status.is_client_error(), "{name}{rest}: {}", answer.status);
            assert!(!answer.text.contains("SECRET"), "{name}{rest}");
        }
        for order in ["pause", "resume", "stop"] {
            let answer = post(&router, &format!("/runs/{name}/{order}"), "").await;
            assert!(answer.status.is_client_error(), "{name} {order}: {}", answer.status);
        }
        let answer = get(&router, &format!("/compare?run={name}")).await;
        assert!(answer.status.is_client_error() && !answer.text.contains("SECRET"), "{name}");
    }
    for asset in ["..%2FCargo.toml", "%2e%2e%2fCargo.toml", "studio.css%00", "nothing.js"] {
        assert_eq!(get(&router, &format!("/assets/{asset}")).await.status, StatusCode::NOT_FOUND, "{asset}");
    }
}

#[tokio::test]
async fn requests_never_name_files_as_players_or_experiments() {
    let (_runs, router) = studio();
    let players =
        ["Cargo.toml", "./Cargo.toml", "/etc/passwd", "champion@depth=9", "run:..", "run:../x", "nobody", ""];
    for player in players {
        let answer = post(&router, "/play", format!("game=reversi&against=x{player}")).await;
        assert!(answer.status.is_client_error(), "x{player}: {}", answer.status);
        if !player.is_empty() {
            let answer = post(&router, "/play", format!("game=reversi&against={player}")).await;
            assert!(answer.status.is_client_error(), "{player}: {}", answer.status);
        }
        let answer =
            post(&router, "/matches", format!("game=reversi&first={player}&second=random&games=2")).await;
        assert!(answer.status.is_client_error(), "{player}: {}", answer.status);
    }
    for experiment in ["Cargo.toml", "experiments/reversi/default.toml", "../x", "reversi/nothing"] {
        let answer = post(&router, "/runs", format!("experiment={experiment}")).await;
        assert!(answer.status.is_client_error(), "{experiment}");
        assert!(get(&router, &format!("/new?experiment={experiment}")).await.status.is_client_error());
    }
}

#[tokio::test]
async fn oversized_and_odd_requests_get_their_own_refusal() {
    let (_runs, router) = studio();
    let large = "x".repeat(40_000);
    assert_eq!(post(&router, "/runs", large.clone()).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    let stream = Body::from_stream(tokio_stream::iter(
        vec![large.clone(); 4].into_iter().map(Ok::<_, std::io::Error>),
    ));
    assert_eq!(
        post(&router, "/runs", stream).await.status,
        StatusCode::PAYLOAD_TOO_LARGE,
        "without a length"
    );
    let request = Request::post("/runs").header("host", HOST).header("content-type", FORM);
    let request = request.header("content-length", "999999999").body(Body::empty()).unwrap();
    assert_eq!(send(&router, request).await.status, StatusCode::PAYLOAD_TOO_LARGE, "by its word");
    let long = format!("/runs?{}", "x".repeat(5000));
    assert_eq!(get(&router, &long).await.status, StatusCode::URI_TOO_LONG);
    for method in ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"] {
        let request = Request::builder().method(method).uri("/").header("host", HOST);
        let answer = send(&router, request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert!(answer.headers.contains_key("allow"));
    }
    let request = Request::post("/runs").header("host", HOST).header("content-type", "text/plain");
    let request = request.body(Body::from("experiment=reversi/default")).unwrap();
    assert_eq!(send(&router, request).await.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert_eq!(get(&router, "/nothing").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&router, "/play/99").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&router, "/play/x").await.status, StatusCode::NOT_FOUND);
    assert_eq!(get(&router, "/replay/matches/1/99999999999999999999").await.status, StatusCode::NOT_FOUND);
    assert_eq!(post(&router, "/", "").await.status, StatusCode::METHOD_NOT_ALLOWED);
    // Addresses that are no text are refused with a page.
    for address in ["/samples/%ff", "/runs/%ff", "/ladder/%ff", "/champions/reversi/%ff"] {
        let answer = get(&router, address).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{address}");
        assert!(answer.text.contains("Back to the games"), "{address}: {}", answer.text);
    }
}

#[tokio::test]
async fn settings_out_of_range_are_refused_with_what_is_allowed() {
    let (_runs, router) = studio();
    for (body, says) in [
        ("experiment=reversi/default&seed=-1", "seed"),
        ("experiment=reversi/default&minutes=0", "minutes"),
        ("experiment=reversi/default&evolution.population=0", "evolution.population"),
        ("experiment=reversi/default&player.depth=1000", "player.depth"),
    ] {
        let answer = post(&router, "/runs", body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{body}");
        assert!(answer.text.contains(says), "{body}: {}", answer.text);
    }
}

#[tokio::test]
async fn what_people_asked_for_comes_back_escaped() {
    let (_runs, router) = studio();
    let answer = get(&router, "/%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!answer.text.contains("<script>alert"), "{}", answer.text);
    let answer = get(&router, "/play?against=%22%3E%3Cb%3E").await;
    assert!(!answer.text.contains("\"><b>"));
}

#[tokio::test]
async fn too_many_requests_are_told_to_wait() {
    let (_runs, router) = studio();
    let mut refused = None;
    for _ in 0..3000 {
        let answer = get(&router, "/assets/icon.svg").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(answer);
            break;
        }
    }
    assert_eq!(refused.expect("the rate is bounded").headers["retry-after"], "1");
}

#[tokio::test]
async fn a_run_that_cannot_start_says_so_on_its_page() {
    let (_runs, router) = studio();
    let answer = post(&router, "/runs", "experiment=reversi/default&seed=7").await;
    let page = answer.headers["location"].to_str().unwrap().to_owned();
    assert_eq!(page, "/runs/reversi-default-s7");
    for _ in 0..100 {
        let answer = get(&router, &page).await;
        if answer.text.contains("could not start") {
            assert!(answer.text.contains("/no/such/program"), "{}", answer.text);
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the failure never showed");
}

#[tokio::test]
async fn two_studios_do_not_share_a_folder() {
    let (runs, _router) = studio();
    let second = Studio::open(runs.path(), Path::new("ludevo"));
    assert!(second.is_err_and(|error| error.to_string().contains("another studio")));
}

#[tokio::test]
async fn a_game_is_found_as_it_was_after_a_restart() {
    let runs = tempfile::tempdir().unwrap();
    let (game, before) = {
        let router = open(runs.path());
        let answer = post(&router, "/play", "game=reversi&against=champion:small&side=first&depth=2").await;
        let game = answer.headers["location"].to_str().unwrap().to_owned();
        for turn in 0..4 {
            let state = position(&router, &game).await;
            let text = state["moves"][0]["text"].as_str().unwrap().to_owned();
            assert_eq!(
                post(&router, &format!("{game}/move"), format!("move={text}")).await.status,
                StatusCode::OK
            );
            assert_eq!(
                post(&router, &format!("{game}/move"), "move=a1").await.status,
                StatusCode::CONFLICT,
                "not your turn"
            );
            assert_eq!(post(&router, &format!("{game}/reply"), "").await.status, StatusCode::OK);
            if turn == 2 {
                assert_eq!(post(&router, &format!("{game}/undo"), "").await.status, StatusCode::OK);
            }
        }
        let refused = post(&router, &format!("{game}/move"), "move=zz").await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        let values = get(&router, &format!("{game}/values")).await;
        assert!(values.text.contains("share"), "{}", values.text);
        let state = position(&router, &game).await;
        let first = state["moves"][0]["text"].as_str().unwrap().to_owned();
        let why = get(&router, &format!("{game}/explain?move={first}")).await;
        assert!(why.text.contains("nodes took part") || why.text.contains("game is over"), "{}", why.text);
        (game.clone(), state)
    };
    let router = open(runs.path());
    assert_eq!(position(&router, &game).await, before);
    assert_eq!(before["plies"], 6);
    let frames = get(&router, &format!("{}/frames/0", game.replace("/play/", "/replay/games/"))).await;
    let frames: Vec<serde_json::Value> = serde_json::from_str(&frames.text).unwrap();
    assert_eq!(frames.len(), 7, "the start and each move");
}

#[tokio::test]
async fn a_search_depth_is_offered_for_players_that_take_one() {
    let (_runs, router) = studio();
    let page = get(&router, "/play?game=backgammon").await.text;
    for option in page.split("<option ").skip(1) {
        let Some(id) = option.strip_prefix("value=\"").and_then(|rest| rest.split('"').next()) else {
            continue;
        };
        if id.starts_with("champion") || ["random", "pubeval"].contains(&id) {
            let takes_depth = option.contains("data-takes-depth");
            let asked = post(&router, "/play", format!("game=backgammon&against={id}&depth=1")).await;
            assert_eq!(takes_depth, asked.status == StatusCode::SEE_OTHER, "{id}: {}", asked.text);
            assert_eq!(takes_depth, id.starts_with("champion"), "{id}");
        }
    }
}

#[tokio::test]
async fn the_status_says_what_was_rolled() {
    let (_runs, router) = studio();
    for (side, who) in [("first", "Your turn. You rolled "), ("second", "random is thinking. It rolled ")] {
        let answer = post(&router, "/play", format!("game=backgammon&against=random&side={side}")).await;
        let game = answer.headers["location"].to_str().unwrap().to_owned();
        let status = position(&router, &game).await["status"].as_str().unwrap().to_owned();
        let rolled = status.strip_prefix(who).unwrap_or_else(|| panic!("{status}"));
        let dice: Vec<char> = rolled.chars().filter(char::is_ascii_digit).collect();
        assert!(dice.len() == 2 && dice.iter().all(|die| ('1'..='6').contains(die)), "{status}");
    }
}

#[tokio::test]
async fn what_another_site_sends_or_embeds_is_refused_even_without_an_origin() {
    let (_runs, router) = studio();
    let ask = |request: axum::http::request::Builder, site: &str, mode: &str, dest: &str| {
        let request = request.header("host", HOST).header("content-type", FORM);
        let request = request.header("sec-fetch-site", site).header("sec-fetch-mode", mode);
        request.header("sec-fetch-dest", dest).body(Body::empty()).unwrap()
    };
    for site in ["cross-site", "same-site"] {
        let form = ask(Request::post("/runs"), site, "navigate", "document");
        assert_eq!(
            send(&router, form).await.status,
            StatusCode::FORBIDDEN,
            "a form of a page that is {site}"
        );
        let image = ask(Request::get("/"), site, "no-cors", "image");
        assert_eq!(
            send(&router, image).await.status,
            StatusCode::FORBIDDEN,
            "an image of a page that is {site}"
        );
        let link = ask(Request::get("/"), site, "navigate", "document");
        assert_eq!(send(&router, link).await.status, StatusCode::OK, "a link that is followed");
    }
    let own = ask(Request::get("/"), "same-origin", "cors", "empty");
    assert_eq!(send(&router, own).await.status, StatusCode::OK);
}

#[tokio::test]
async fn one_damaged_run_leaves_the_others_in_the_chart() {
    let (runs, router) = studio();
    make_run(runs.path(), "good", "");
    make_run(runs.path(), "bad", "{no log\n");
    let page = get(&router, "/compare?run=good&run=bad&run=gone").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.text.contains("bad is not in the chart") && page.text.contains("gone is not in the chart"));
    assert_eq!(get(&router, "/compare?run=gone").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn pages_that_do_nothing_without_scripts_say_so() {
    let (_runs, router) = studio();
    let started = post(&router, "/play", "game=reversi&against=random").await;
    assert_eq!(started.status, StatusCode::SEE_OTHER, "{}", started.text);
    let address = started.headers["location"].to_str().unwrap().to_owned();
    for page in [address.clone(), address.replace("/play/", "/replay/games/")] {
        let text = get(&router, &page).await.text;
        assert!(text.contains("<noscript>") && text.contains("needs JavaScript"), "{page}");
    }
}

#[tokio::test]
async fn a_game_goes_on_from_what_was_saved_and_what_is_wrong_with_it_is_said() {
    let (_runs, router) = studio();
    let started = post(&router, "/play", "game=reversi&against=random&from=c4c3d3c5").await;
    assert_eq!(started.status, StatusCode::SEE_OTHER, "{}", started.text);
    let address = started.headers["location"].to_str().unwrap().to_owned();
    let state = get(&router, &format!("{address}/state")).await.text;
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    assert_eq!(state["plies"], 4, "{state}");
    let saved = get(&router, &format!("{address}/document")).await;
    assert!(saved.text.contains("c4c3d3c5"), "{}", saved.text);
    let broken = post(&router, "/play", "game=reversi&against=random&from=c4z9").await;
    assert_eq!(broken.status, StatusCode::BAD_REQUEST);
    assert!(!broken.text.is_empty());
}

#[tokio::test]
async fn all_scripts_together_are_small() {
    let (_runs, router) = studio();
    let mut bytes = 0;
    for script in ["live", "events", "tree", "choose", "play", "replay", "review", "contest", "gallery"] {
        let answer = get(&router, &format!("/assets/{script}.js")).await;
        assert_eq!(answer.status, StatusCode::OK, "{script}");
        bytes += answer.text.len();
    }
    // What is less than this as it is, is less when it is compressed.
    assert!(bytes < 60 * 1024, "{bytes} bytes");
}

#[tokio::test]
async fn runs_are_sorted_deleted_and_a_job_without_a_folder_is_dismissed() {
    let (runs, router) = studio();
    make_run(runs.path(), "older", "");
    make_run(runs.path(), "another", "");
    let page = get(&router, "/runs?by=name").await;
    assert_eq!(page.status, StatusCode::OK);
    let place = |name: &str| page.text.find(&format!("/runs/{name}\"")).expect("it is listed");
    assert!(place("another") < place("older"));
    assert_eq!(post(&router, "/runs/older/delete", "").await.status, StatusCode::SEE_OTHER);
    assert!(!runs.path().join("older").exists() && runs.path().join("another").exists());
    assert_eq!(post(&router, "/runs/older/delete", "").await.status, StatusCode::NOT_FOUND);
    // Its child cannot start: it fails at once and has no folder.
    assert_eq!(post(&router, "/runs", "experiment=reversi/quick&seed=9").await.status, StatusCode::SEE_OTHER);
    for _ in 0..100 {
        if get(&router, "/runs/reversi-quick-s9").await.text.contains("could not start") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(get(&router, "/runs").await.text.contains("/runs/reversi-quick-s9/forget"));
    assert_eq!(post(&router, "/runs/reversi-quick-s9/forget", "").await.status, StatusCode::SEE_OTHER);
    assert!(!get(&router, "/runs").await.text.contains("reversi-quick-s9"));
}
