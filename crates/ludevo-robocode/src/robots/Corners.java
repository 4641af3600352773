package sample;
import robocode.*;
import robocode.util.Utils;

/** Goes to a corner and sweeps its gun; takes the next corner after a defeat. */
public class Corners extends Robot {
  static int corner = 0;
  int others;
  int step = 3;
  int times;
  boolean stops = false;
  public void run() {
    others = getOthers();
    stops = false;
    turnRight(Utils.normalRelativeAngleDegrees(corner - getHeading()));
    stops = true;
    ahead(5000);
    turnLeft(90);
    ahead(5000);
    turnGunLeft(90);
    while (true) {
      times = 0;
      while (times < 30) {
        turnGunLeft(step);
        times++;
      }
      step *= -1;
    }
  }
  public void onScannedRobot(ScannedRobotEvent e) {
    if (stops) stop();
    if (e.getDistance() > 200 || getEnergy() < 15) fire(1);
    else if (e.getDistance() > 50) fire(2);
    else fire(3);
    if (stops) {
      scan();
      resume();
    }
  }
  public void onDeath(DeathEvent e) {
    if (others != 0 && (others - getOthers()) / (double) others < .75) {
      corner += 90;
      if (corner == 270) corner = -90;
    }
  }
}
