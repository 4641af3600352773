#!/bin/sh
# A series under Slurm: one run for each seed. Submit it by `sbatch slurm-series.sh`.
#SBATCH --job-name=ludevo-series
#SBATCH --array=1-30
#SBATCH --cpus-per-task=4
#SBATCH --requeue
set -eu
experiment=${EXPERIMENT:-reversi/quick}
runs=${LUDEVO_RUNS:-$PWD/runs}
seed=$SLURM_ARRAY_TASK_ID
run=$runs/$(echo "$experiment" | tr '/' '-')-s$seed
threads=${SLURM_CPUS_PER_TASK:-1}
mkdir -p "$runs"
# A task that was preempted goes on from its last generation and gives the bytes of one that was not.
if [ -e "$run/experiment.toml" ]; then
    exec ludevo evolve --resume "$run" --threads "$threads"
fi
# shellcheck disable=SC2086 # SETTINGS holds several words.
exec ludevo evolve "$experiment" ${SETTINGS:-} --seed "$seed" --out "$run" --threads "$threads"
