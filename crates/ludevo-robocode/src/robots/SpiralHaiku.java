package haiku;
import robocode.*;
import robocode.util.Utils;

/** Closes in on its enemy in a spiral. */
public class SpiralHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Utils.normalRelativeAngle(e.getBearingRadians() + 1.1));
    setAhead(80);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(500 / e.getDistance()) == null ? 0.02 : -0.02));
  }
}
