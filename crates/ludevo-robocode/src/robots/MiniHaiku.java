package haiku;
import robocode.*;
import robocode.util.Utils;

public class MiniHaiku extends Robot {
  public void run() { while (true) turnGunRight(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    ahead(fireBullet(400 / e.getDistance()) == null ? 60 : 90);
    turnRight(e.getBearing() + 90 - getHeading() / 16);
    turnGunRight(Utils.normalRelativeAngleDegrees(getHeading() + e.getBearing() - getGunHeading()));
  }
}
