package haiku;
import robocode.*;
import robocode.util.Utils;

/** Circles at a fixed distance. */
public class CircleHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Utils.normalRelativeAngle(e.getBearingRadians() + Math.PI / 2 - (e.getDistance() - 220) / 250));
    setAhead(60);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians()
        + Math.asin(e.getVelocity() / 14 * Math.sin(e.getHeadingRadians() - getHeadingRadians() - e.getBearingRadians())))
        + (setFireBullet(2) == null ? 0.02 : -0.02));
  }
}
