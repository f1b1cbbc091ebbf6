import type { Job } from '@lamella/shared/contract'
import { ConfirmDialog } from '@lamella/shared/ui'
import type { ReactNode } from 'react'
import { BulkProgress } from '../../lib/bulk-progress.tsx'
import { isOver } from '../../lib/job-status.ts'
import { useBulkWork } from '../../lib/use-bulk-work.ts'
import { jobsText } from './jobs-text.ts'
import type { BulkJobs, Refused } from './use-bulk-jobs.ts'

/** An action on many jobs. */
export type AskedOfJobs = 'repeat' | 'cancel' | 'delete'

interface JobDialogsProps {
  /** Null: all are closed. */
  asked: { about: AskedOfJobs; jobs: readonly Job[] } | null
  actions: BulkJobs
  onClose: () => void
  /** Jobs were cancelled or deleted, or could not be, which a toast has said. */
  onDone: () => void
  /** @param runs - of the new jobs, one per application */
  onRepeated: (runs: readonly string[], refused: readonly Refused[]) => void
}

/** "It is …" or "They are …". */
const be = (count: number): string => (count === 1 ? 'is' : 'are')

/** Asks before an action on many jobs, and shows how far it is. */
export const JobDialogs = ({ asked, actions, onClose, onDone, onRepeated }: JobDialogsProps) => {
  const work = useBulkWork()
  const { progress } = work
  // As they were when it was asked: the list goes on meanwhile.
  const jobs = asked?.jobs ?? []
  const unfinished = jobs.filter(({ status }) => !isOver(status))
  const shared = {
    onStop: progress ? work.stop : undefined,
    onClose: work.isRunning ? work.stop : onClose,
  }
  const act = (of: readonly Job[], action: 'cancel' | 'remove') => async (): Promise<void> => {
    await work.run(of.length, (run) => actions[action].mutateAsync({ jobs: of, run })).catch(() => undefined)
    onDone()
  }
  const repeat = async (): Promise<void> => {
    const { runs, refused } = await work.run(jobs.length, (run) => actions.repeat.mutateAsync({ jobs, run }))
    onRepeated(runs, refused)
  }
  const bar = (label: string): ReactNode => progress && <BulkProgress label={label} {...progress} />
  return (
    <>
      <ConfirmDialog
        opened={asked?.about === 'repeat'}
        title="Run again"
        confirmLabel="Run again"
        onConfirm={repeat}
        {...shared}
      >
        {jobsText(jobs.length)} {be(jobs.length)} submitted again: the same images and parameters, by the newest version
        of each application. Earlier results are kept.
        {bar('Submitted jobs')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked?.about === 'cancel'}
        title="Cancel jobs"
        confirmLabel={unfinished.length === 1 ? 'Cancel job' : 'Cancel jobs'}
        cancelLabel="Go back"
        onConfirm={act(unfinished, 'cancel')}
        {...shared}
      >
        {jobsText(unfinished.length)} {be(unfinished.length)} cancelled. Those that have ended keep their results.
        {bar('Cancelled jobs')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked?.about === 'delete'}
        title={jobs.length === 1 ? 'Delete job' : 'Delete jobs'}
        confirmLabel="Delete"
        destructive
        onConfirm={act(jobs, 'remove')}
        {...shared}
      >
        {jobsText(jobs.length)} {be(jobs.length)} deleted permanently, with {jobs.length === 1 ? 'its' : 'their'}{' '}
        results and corrections{unfinished.length > 0 && ` (${jobsText(unfinished.length)} of these not finished yet)`}.
        The images stay. This cannot be undone.
        {bar('Deleted jobs')}
      </ConfirmDialog>
    </>
  )
}
