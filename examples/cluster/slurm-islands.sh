#!/bin/sh
# One run on many machines under Slurm: task 0 serves it, all others work, over a folder that all see.
# Submit it by `sbatch slurm-islands.sh`; more workers may join later by submitting `--array=100-131`.
#SBATCH --job-name=ludevo-islands
#SBATCH --array=0-16
#SBATCH --cpus-per-task=1
#SBATCH --requeue
set -eu
experiment=${EXPERIMENT:-backgammon/islands-ahead}
seed=${SEED:-1}
runs=${LUDEVO_RUNS:-$PWD/runs}
over=${OVER:-$PWD/units}
run=$runs/$(echo "$experiment" | tr '/' '-')-s$seed
mkdir -p "$runs"
if [ "$SLURM_ARRAY_TASK_ID" -gt 0 ]; then
    # Whoever serves makes the folder.
    while [ ! -d "$over/runs" ]; do sleep 1; done
    exec ludevo island join --over "$over" --threads "${SLURM_CPUS_PER_TASK:-1}" --idle "${IDLE:-600}"
fi
if [ -e "$run/experiment.toml" ]; then
    exec ludevo island serve --resume "$run" --over "$over"
fi
# shellcheck disable=SC2086 # SETTINGS holds several words.
exec ludevo island serve "$experiment" ${SETTINGS:-} --seed "$seed" --out "$run" --over "$over"
