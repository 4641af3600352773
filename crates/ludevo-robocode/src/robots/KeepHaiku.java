package haiku;
import robocode.*;
import robocode.util.Utils;

/** Keeps its distance and fires little. */
public class KeepHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Math.cos(e.getBearingRadians()));
    setAhead((e.getDistance() > 350 ? 1 : -1) * Math.signum(Math.cos(e.getBearingRadians() + 0.1)) * 110);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians()
        + Math.asin(e.getVelocity() / 14 * Math.sin(e.getHeadingRadians() - getHeadingRadians() - e.getBearingRadians())))
        + (setFireBullet(e.getDistance() < 300 ? 2 : 1) == null ? 0.02 : -0.02));
  }
}
