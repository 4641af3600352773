package haiku;
import robocode.*;
import robocode.util.Utils;

/** Orbits and turns back every so often. */
public class OrbitHaiku extends AdvancedRobot {
  public void run() { while (true) turnGunRightRadians(Double.POSITIVE_INFINITY); }
  public void onScannedRobot(ScannedRobotEvent e) {
    setTurnRightRadians(Math.cos(e.getBearingRadians()));
    setAhead(getTime() / 35 % 2 == 0 ? 140 : -140);
    setTurnGunRightRadians(Utils.normalRelativeAngle(getHeadingRadians() + e.getBearingRadians() - getGunHeadingRadians())
        + (setFireBullet(e.getDistance() < 250 ? 3 : 1.5) == null ? 0.03 : -0.03));
  }
}
