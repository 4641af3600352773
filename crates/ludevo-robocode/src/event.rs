//! What a robot is told, and the queue in which it waits to be handled.

/// The kinds of events that robots can handle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The round is won.
    Win,
    /// Another robot died.
    RobotDeath,
    /// A bullet of this robot reached a wall.
    BulletMissed,
    /// A bullet of this robot met another bullet.
    BulletHitBullet,
    /// A bullet of this robot hit.
    BulletHit,
    /// This robot and another collided.
    HitRobot,
    /// This robot ran into a wall.
    HitWall,
    /// A bullet hit this robot.
    HitByBullet,
    /// The radar saw a robot.
    ScannedRobot,
    /// This robot died.
    Death,
}

impl EventKind {
    /// All kinds.
    pub const ALL: [EventKind; 10] = [
        EventKind::Win,
        EventKind::RobotDeath,
        EventKind::BulletMissed,
        EventKind::BulletHitBullet,
        EventKind::BulletHit,
        EventKind::HitRobot,
        EventKind::HitWall,
        EventKind::HitByBullet,
        EventKind::ScannedRobot,
        EventKind::Death,
    ];

    /// Who comes first and who interrupts whom: higher before lower.
    pub fn priority(self) -> i8 {
        match self {
            EventKind::Win => 100,
            EventKind::RobotDeath => 70,
            EventKind::BulletMissed => 60,
            EventKind::BulletHitBullet => 55,
            EventKind::BulletHit => 50,
            EventKind::HitRobot => 40,
            EventKind::HitWall => 30,
            EventKind::HitByBullet => 20,
            EventKind::ScannedRobot => 10,
            EventKind::Death => -1,
        }
    }

    /// The method that handles it and the type of its parameter.
    pub fn method(self) -> (&'static str, &'static str) {
        match self {
            EventKind::Win => ("onWin", "WinEvent"),
            EventKind::RobotDeath => ("onRobotDeath", "RobotDeathEvent"),
            EventKind::BulletMissed => ("onBulletMissed", "BulletMissedEvent"),
            EventKind::BulletHitBullet => ("onBulletHitBullet", "BulletHitBulletEvent"),
            EventKind::BulletHit => ("onBulletHit", "BulletHitEvent"),
            EventKind::HitRobot => ("onHitRobot", "HitRobotEvent"),
            EventKind::HitWall => ("onHitWall", "HitWallEvent"),
            EventKind::HitByBullet => ("onHitByBullet", "HitByBulletEvent"),
            EventKind::ScannedRobot => ("onScannedRobot", "ScannedRobotEvent"),
            EventKind::Death => ("onDeath", "DeathEvent"),
        }
    }
}

/// Something that happened. A field that the kind has not is 0.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// What kind of thing.
    pub kind: EventKind,
    /// The turn.
    pub time: u32,
    /// Direction of what happened, relative to the robot's heading.
    pub bearing: f64,
    /// Distance to the other robot.
    pub distance: f64,
    /// Heading of the other robot or of the bullet.
    pub heading: f64,
    /// Velocity of the other robot or of the bullet.
    pub velocity: f64,
    /// Energy of the other robot.
    pub energy: f64,
    /// Power of the bullet.
    pub power: f64,
    /// Whether this robot drove into the other.
    pub my_fault: bool,
}

impl Event {
    /// An event without particulars.
    pub fn new(kind: EventKind, time: u32) -> Self {
        Event {
            kind,
            time,
            bearing: 0.0,
            distance: 0.0,
            heading: 0.0,
            velocity: 0.0,
            energy: 0.0,
            power: 0.0,
            my_fault: false,
        }
    }

    /// Whether it is handled before `other`: earlier, then by priority, then a collision by own fault or the nearer
    /// of two scanned robots.
    fn precedes(&self, other: &Event) -> bool {
        let (mine, its) = (self.kind.priority(), other.kind.priority());
        if self.time != other.time {
            self.time < other.time
        } else if mine != its {
            mine > its
        } else {
            match self.kind {
                EventKind::HitRobot => self.my_fault && !other.my_fault,
                EventKind::ScannedRobot => self.distance < other.distance,
                _ => false,
            }
        }
    }
}

/// Events that wait, in the order in which they are handled.
#[derive(Clone, Debug)]
pub struct EventQueue {
    events: Vec<Event>,
}

impl Default for EventQueue {
    fn default() -> Self {
        EventQueue { events: Vec::with_capacity(64) }
    }
}

impl EventQueue {
    /// Adds an event where it belongs.
    pub fn add(&mut self, event: Event) {
        let mut place = self.events.len();
        while place > 0 && event.precedes(&self.events[place - 1]) {
            place -= 1;
        }
        self.events.insert(place, event);
    }

    /// Drops what is two turns old or older at `time`; deaths and wins stay.
    pub fn drop_old(&mut self, time: u32) {
        if self.events.first().is_some_and(|event| event.time + 2 <= time) {
            self.events.retain(|event| {
                event.time + 2 > time || matches!(event.kind, EventKind::Win | EventKind::Death)
            });
        }
    }

    /// The event to be handled first.
    pub fn head(&self) -> Option<&Event> {
        self.events.first()
    }

    /// Takes the first event out.
    pub fn take(&mut self) -> Option<Event> {
        (!self.events.is_empty()).then(|| self.events.remove(0))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.events.clear();
    }
}
