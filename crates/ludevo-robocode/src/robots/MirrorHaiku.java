package haiku;
import robocode.*;
import robocode.util.Utils;

/** Drives as its enemy drives, the other way round. */
public class MirrorHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Utils.normalRelativeAngle(e.getHeadingRadians() + Math.PI - getHeadingRadians()));
    setAhead(e.getVelocity() * 12);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(2.4) == null ? 0.03 : -0.03));
  }
}
