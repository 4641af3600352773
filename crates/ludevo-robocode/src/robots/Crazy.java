package sample;
import robocode.*;

/** Drives in loops, the other way after every bump, and fires lightly. */
public class Crazy extends AdvancedRobot {
  boolean forward;
  public void run() {
    while (true) {
      setAhead(40000);
      forward = true;
      setTurnRight(90);
      waitFor(new TurnCompleteCondition(this));
      setTurnLeft(180);
      waitFor(new TurnCompleteCondition(this));
      setTurnRight(180);
      waitFor(new TurnCompleteCondition(this));
    }
  }
  public void onScannedRobot(ScannedRobotEvent e) { fire(1); }
  public void onHitWall(HitWallEvent e) {
    forward = !forward;
    setAhead(forward ? 40000 : -40000);
  }
  public void onHitRobot(HitRobotEvent e) {
    if (e.isMyFault()) {
      forward = !forward;
      setAhead(forward ? 40000 : -40000);
    }
  }
}
