package haiku;
import robocode.*;
import robocode.util.Utils;

/** Stops and goes, and leads its aim by a random part. */
public class StopGoHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Math.cos(e.getBearingRadians() + 0.3));
    setAhead(getGunHeat() > 0.7 ? 0 : getTime() / 70 % 2 == 0 ? 150 : -150);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + Math.asin(e.getVelocity() / 14 * Math.sin(e.getHeadingRadians() - getHeadingRadians() - e.getBearingRadians())) * Math.random()
        + (setFireBullet(2) == null ? 0.02 : -0.02));
  }
}
