#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
test_description='check: jobs that Slurm starts, on a cluster of one'
. "$(dirname "$0")/lib.sh"

for program in slurmctld slurmd srun scancel munged; do
	PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
		skip_all "$program is not installed (apt-get install slurm-wlm munge)"
done
test "$(id -u)" = 0 || skip_all 'slurmd wants to be root'
PATH=$PATH:/usr/sbin

name=$(hostname -s)
mkdir -p slurm/state slurm/spool
export SLURM_CONF=$PWD/slurm/slurm.conf
cat >"$SLURM_CONF" <<EOT
ClusterName=respin
SlurmctldHost=$name(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket=$PWD/slurm/munge.socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$PWD/slurm/state
SlurmdSpoolDir=$PWD/slurm/spool
SlurmctldPidFile=$PWD/slurm/slurmctld.pid
SlurmdPidFile=$PWD/slurm/slurmd.pid
SlurmctldLogFile=$PWD/slurm/slurmctld.log
SlurmdLogFile=$PWD/slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SlurmctldPort=16827
SlurmdPort=16828
ReturnToService=2
NodeName=$name NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$name Default=YES State=UP
EOT
head -c 1024 /dev/urandom >slurm/munge.key && chmod 400 slurm/munge.key && chmod 755 . slurm

started=()
cluster_stop() {
	test ${#started[@]} = 0 || kill "${started[@]}" 2>/dev/null
	wait
	test_cleanup
}
trap cluster_stop EXIT
munged --foreground --force --key-file="$PWD/slurm/munge.key" --socket="$PWD/slurm/munge.socket" \
	--pid-file="$PWD/slurm/munged.pid" --log-file="$PWD/slurm/munged.log" \
	--seed-file="$PWD/slurm/munged.seed" >slurm/munged.out 2>&1 &
started+=($!)
sleep 1
slurmctld -D >slurm/ctld.out 2>&1 &
started+=($!)
slurmd -D >slurm/d.out 2>&1 &
started+=($!)
for _ in $(seq 60); do
	sinfo -h -o %t 2>/dev/null | grep -q idle && break
	sleep 0.5
done
timeout 30 srun -n1 true >slurm/srun.out 2>&1 ||
	skip_all "no cluster: $(tail -n 1 slurm/srun.out slurm/munged.out slurm/ctld.out slurm/d.out | tr '\n' ' ')"

kernel_init
series() {
	fresh && : >root/series/targets/x86_64-tiny.config &&
	printf '/^void up_read(/;/^{/a\n\t%s\n.\n' "$1" | edit one.ed &&
	echo "ed one.ed kernel/locking/rwsem.c" | step one && applies &&
	rm -rf linux/.git/respin/records cache
}

test_expect_success 'verdicts are those of a run without it' '
	series "int unused;" &&
	status 0 respin check demo && cp out alone && rm -rf linux/.git/respin/records cache &&
	status 0 respin check --runner "srun -Q -n1" demo && diff -u alone out &&
	test "$(sacct 2>/dev/null; grep -c "_slurm_rpc_allocate_resources" slurm/slurmctld.log)" -ge 3
'

test_expect_success 'a job that is taken away is run again' '
	series "barrier();" &&
	mkdir -p slow && printf "#!/bin/sh\nsleep 1\nexec %s \"\$@\"\n" "$(command -v gcc)" >slow/gcc &&
	chmod +x slow/gcc &&
	{ PATH=$PWD/slow:$PATH "$RESPIN" -C linux --root root check --only build \
		--runner "srun -Q -n1" demo >out 2>err & } && pid=$! &&
	for i in $(seq 100); do
		test "$(pgrep -f "respin-long-slurm.*Otarget" | wc -l)" -gt 2 && break
		sleep 0.1
	done &&
	scancel -s KILL $(squeue -h -o %i) && { wait $pid; is $? 0; } &&
	said "the job is run again" && has out "bisectable: yes"
'

test_expect_success 'Ctrl-C ends the job as well' '
	series "barrier();" &&
	{ PATH=$PWD/slow:$PATH "$RESPIN" -C linux --root root check --only build \
		--runner "srun -Q -n1" demo >out 2>err & } && pid=$! &&
	for i in $(seq 100); do test -z "$(squeue -h -o %i)" || break; sleep 0.1; done &&
	kill -INT $pid && { wait $pid; is $? 130; } &&
	for i in $(seq 100); do test -n "$(squeue -h -o %i)" || break; sleep 0.1; done &&
	is "$(squeue -h -o %i)" ""
'

test_done
