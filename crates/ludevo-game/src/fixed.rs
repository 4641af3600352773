//! Parts of trees that an experiment fixes: evolution fills the place that is left, and what plays is the whole.

use ludevo_program::{Architecture, Defined, Individual, Op, Part, Tree, text};

/// The name of that place in what is fixed.
const PLACE: &str = "Evolved";

/// What is fixed around each tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fixed(Vec<Option<Frame>>);

/// What is fixed around a tree, and where the place is in it.
#[derive(Clone, Debug)]
struct Frame {
    tree: Tree,
    at: usize,
}

impl Fixed {
    /// What an experiment states for trees of this architecture: an expression, after the name of its tree and a colon
    /// where there are several trees. The error is in words.
    pub(crate) fn read(stated: &[String], architecture: &Architecture) -> Result<Self, String> {
        let parts = &architecture.parts;
        let mut frames: Vec<Option<Frame>> = vec![None; parts.len()];
        for text in stated {
            let (place, expression) = match (parts.len(), text.split_once(':')) {
                (1, _) => (0, &text[..]),
                (_, Some((name, expression))) => {
                    let place = parts.iter().position(|part| part.name == name.trim());
                    let names: Vec<&str> = parts.iter().map(|part| &part.name[..]).collect();
                    let known = names.join(", ");
                    (place.ok_or_else(|| format!("there is no tree `{}`: {known}", name.trim()))?, expression)
                }
                (_, None) => return Err(format!("`{text}` does not say of which tree: `TREE: EXPRESSION`")),
            };
            frames[place] = Some(frame(expression.trim(), &parts[place])?);
        }
        Ok(if stated.is_empty() { Fixed::default() } else { Fixed(frames) })
    }

    /// Whether there is nothing fixed.
    pub(crate) fn is_nothing(&self) -> bool {
        self.0.is_empty()
    }

    /// The whole trees of an individual that was bred.
    pub(crate) fn around(&self, bred: &Individual) -> Individual {
        let whole = |(tree, frame): (&Tree, &Option<Frame>)| match frame {
            Some(Frame { tree: fixed, at }) => fixed.with_subtree(*at, tree.nodes()),
            None => tree.clone(),
        };
        Individual { trees: bred.trees.iter().zip(&self.0).map(whole).collect() }
    }

    /// What stands in the places of whole trees; nothing if they have other fixed parts.
    pub(crate) fn within(&self, whole: &Individual) -> Option<Individual> {
        let bred = |(tree, frame): (&Tree, &Option<Frame>)| match frame {
            None => Some(tree.clone()),
            Some(Frame { tree: fixed, at }) => {
                let nodes = tree.nodes().get(*at).map(|_| tree.subtree(*at))?;
                let inner = fixed.with_subtree(*at, nodes);
                (inner == *tree).then(|| tree.with_subtree(0, nodes))
            }
        };
        let trees: Option<Vec<Tree>> = whole.trees.iter().zip(&self.0).map(bred).collect();
        Some(Individual { trees: trees? })
    }
}

fn frame(expression: &str, part: &Part) -> Result<Frame, String> {
    // The place is a terminal of its own, which comes last: all others keep their numbers.
    let stands_in = part.language.primitives().iter().find(|primitive| {
        primitive.arity() == 0
            && primitive.op.domain().is_none()
            && primitive.returns.is_numeric()
            && matches!(primitive.op, Op::Read(_))
    });
    let is = stands_in.map_or("0", |primitive| primitive.name);
    let place = Defined { name: PLACE, meaning: "what is bred", is };
    let language = part.language.with_terminals(&[place]).map_err(|error| error.to_string())?;
    let tree = text::parse(expression, &language, part.root)
        .map_err(|error| format!("column {}: {}", error.column, error.problem))?;
    let opcode = language.opcode(PLACE);
    let places: Vec<usize> =
        (0..tree.len()).filter(|index| Some(tree.nodes()[*index].opcode) == opcode).collect();
    match places[..] {
        [at] if tree.nodes()[at].factor == 1.0 => Ok(Frame { tree, at }),
        [_] => Err(format!("`{PLACE}` has a factor: multiply with a function instead")),
        _ => Err(format!("`{PLACE}` stands {} times in it, allowed is once", places.len())),
    }
}
