package haiku;
import robocode.*;
import robocode.util.Utils;

/** Drives to where its enemy will be, and fires straight at it. */
public class CutoffHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(e.getBearingRadians()
        + Math.asin(e.getVelocity() / 8 * Math.sin(e.getHeadingRadians() - getHeadingRadians() - e.getBearingRadians())));
    setAhead(e.getDistance());
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(600 / e.getDistance()) == null ? 0.02 : -0.02));
  }
}
