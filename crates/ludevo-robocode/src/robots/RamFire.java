package sample;
import robocode.*;

/** Drives into its enemy and fires as much as will not waste a ramming kill. */
public class RamFire extends Robot {
  int side = 1;
  public void run() { while (true) turnRight(5 * side); }
  public void onScannedRobot(ScannedRobotEvent e) {
    side = e.getBearing() >= 0 ? 1 : -1;
    turnRight(e.getBearing());
    ahead(e.getDistance() + 5);
    scan();
  }
  public void onHitRobot(HitRobotEvent e) {
    side = e.getBearing() >= 0 ? 1 : -1;
    turnRight(e.getBearing());
    if (e.getEnergy() > 16) fire(3);
    else if (e.getEnergy() > 10) fire(2);
    else if (e.getEnergy() > 4) fire(1);
    else if (e.getEnergy() > 2) fire(.5);
    else if (e.getEnergy() > .4) fire(.1);
    ahead(40);
  }
}
