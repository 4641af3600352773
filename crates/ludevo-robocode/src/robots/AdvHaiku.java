package haiku;
import robocode.*;
import robocode.util.Utils;

public class AdvHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRight(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    turnRight(e.getBearing() + 70);
    ahead(fireBullet(400 / e.getDistance()) == null ? 250 : -180);
    turnGunRight(Utils.normalRelativeAngleDegrees(getHeading() + e.getBearing() - getGunHeading()) + 2 * e.getVelocity());
  }
}
