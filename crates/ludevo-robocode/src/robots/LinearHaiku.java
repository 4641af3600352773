package haiku;
import robocode.*;
import robocode.util.Utils;

/** Aims where its enemy will be if it goes on as it does. */
public class LinearHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Math.cos(e.getBearingRadians() - 0.2));
    setAhead(getTime() / 25 % 2 == 0 ? 90 : -120);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians()
        + Math.asin(e.getVelocity() / 14 * Math.sin(e.getHeadingRadians() - getHeadingRadians() - e.getBearingRadians())))
        + (setFireBullet(2) == null ? 0.01 : -0.01));
  }
}
