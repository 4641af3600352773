import java.io.*;
import robocode.BattleResults;
import robocode.control.*;
import robocode.control.events.*;
import robocode.control.snapshot.*;

/** Runs one battle in the real engine: home folder, robots, rounds, and a file for the trace or "-". */
public class Arena {
  static long turns;

  public static void main(String[] args) throws Exception {
    PrintWriter trace = args[3].equals("-") ? null : new PrintWriter(new BufferedWriter(new FileWriter(args[3])));
    RobocodeEngine engine = new RobocodeEngine(new File(args[0]));
    engine.setVisible(false);
    engine.addBattleListener(new BattleAdaptor() {
      public void onTurnEnded(TurnEndedEvent event) {
        turns++;
        if (trace != null) write(trace, event.getTurnSnapshot());
      }
      public void onBattleCompleted(BattleCompletedEvent event) {
        for (BattleResults r : event.getIndexedResults())
          System.out.println("result\t" + r.getTeamLeaderName() + "\t" + r.getSurvival() + "\t" + r.getLastSurvivorBonus()
              + "\t" + r.getBulletDamage() + "\t" + r.getBulletDamageBonus() + "\t" + r.getRamDamage() + "\t"
              + r.getRamDamageBonus() + "\t" + r.getFirsts() + "\t" + r.getSeconds() + "\t" + r.getThirds());
      }
      public void onBattleError(BattleErrorEvent event) { System.out.println("error\t" + event.getError().replace('\n', ' ')); }
    });
    RobotSpecification[] robots = engine.getLocalRepository(args[1]);
    System.out.println("found\t" + robots.length);
    int rounds = Integer.parseInt(args[2]);
    long start = System.nanoTime();
    engine.runBattle(new BattleSpecification(rounds, new BattlefieldSpecification(800, 600), robots), null, true);
    System.out.println("turns\t" + turns + "\t" + (System.nanoTime() - start) / 1e9);
    if (trace != null) trace.close();
    engine.close();
    System.exit(0);
  }

  static void write(PrintWriter trace, ITurnSnapshot turn) {
    String start = turn.getRound() + "\t" + turn.getTurn() + "\t";
    for (IRobotSnapshot r : turn.getRobots())
      trace.println(start + r.getShortName() + "\t" + r.getX() + "\t" + r.getY() + "\t" + r.getBodyHeading() + "\t"
          + r.getGunHeading() + "\t" + r.getRadarHeading() + "\t" + r.getVelocity() + "\t" + r.getEnergy() + "\t"
          + r.getGunHeat() + "\t" + r.getState());
    for (IBulletSnapshot b : turn.getBullets())
      trace.println(start + "B" + b.getBulletId() + "/" + b.getOwnerIndex() + "\t" + b.getX() + "\t" + b.getY() + "\t"
          + b.getHeading() + "\t" + b.getPower() + "\t" + b.getState());
  }
}
