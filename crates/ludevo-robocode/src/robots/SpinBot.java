package sample;
import robocode.*;

/** Circles and fires hard at what it sees. */
public class SpinBot extends AdvancedRobot {
  public void run() {
    while (true) {
      setTurnRight(10000);
      setMaxVelocity(5);
      ahead(10000);
    }
  }
  public void onScannedRobot(ScannedRobotEvent e) { fire(3); }
  public void onHitRobot(HitRobotEvent e) {
    if (Math.abs(e.getBearing()) < 10) fire(3);
    if (e.isMyFault()) turnRight(10);
  }
}
