import type { AppOverview } from '@lamella/shared/contract'
import { releaseCheckQuery } from '@lamella/shared/queries/releases.ts'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormError, messageOf } from '../../lib/form-error.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { changeRelease, type ReleaseChange } from './api.ts'
import css from './change-dialog.module.css'
import { type Question, wordsOf } from './question.ts'
import { isOvertaken, useReleaseChange } from './use-release-change.ts'
import { actorName, damagedInWords, sinceWords } from './words.ts'

interface ChangeDialogProps {
  question: Question
  /** State of the app as it is known now. */
  now: AppOverview | undefined
  onClose: () => void
}

/** What is active now, when somebody else was faster. */
const Overtaken = ({ now }: Pick<ChangeDialogProps, 'now'>) => (
  <Alert color="yellow" role="alert" icon={<IconAlertTriangle size={18} stroke={1.6} aria-hidden />}>
    Somebody else has changed this app in the meantime, so nothing was done.{' '}
    {now?.active &&
      `Active now: ${now.active.version}, since ${sinceWords(new Date(now.active.since))}, by ${actorName(now.active.by)}.`}
    {now?.trial && ` On trial: ${now.trial.version}, ${now.trial.share} %.`} Look again, then decide.
  </Alert>
)

const Misfits = ({ sentences }: { sentences: readonly string[] }) => (
  <Alert color="red" role="alert" icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}>
    It does not fit what is active:
    <ul className={css.misfits}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Alert>
)

const changeOf = (question: Question, reason: string, force: boolean): ReleaseChange => {
  const { app, pointer } = question.overview
  const about = { app, pointer, reason }
  if (question.kind === 'share') return { ...about, kind: 'share', version: question.version, share: question.share }
  const { kind, version } = question
  return kind === 'end' || kind === 'withdraw' ? { ...about, kind, version } : { ...about, kind, version, force }
}

/** Asks why, shows what is missing, and makes the change. What does not fit is only activated with a reason. */
export const ChangeDialog = ({ question, now, onClose }: ChangeDialogProps) => {
  const { kind, version, overview } = question
  const { title, effect, action } = wordsOf(question)
  const [reason, setReason] = useState('')
  const change = useReleaseChange(changeRelease)
  const makesActive = kind === 'activate' || kind === 'rollback'
  const check = useQuery({ ...releaseCheckQuery(overview.app, version), enabled: makesActive })
  const misfits = check.data?.misfits ?? []
  const damaged = damagedInWords(check.data?.damaged ?? [])
  const isForced = makesActive && misfits.length + damaged.length > 0
  const overtaken = isOvertaken(change.error)
  // Who goes back does not wait for a check that may ask another origin: the server compares what it has itself.
  const isChecking = check.isFetching && kind !== 'rollback'
  const isReady = !isChecking && (!isForced || reason.trim() !== '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isReady || change.isPending || overtaken) return
    change.mutate(changeOf(question, reason, isForced), {
      onSuccess: () => {
        toastSuccess(overview.app, `${title}: done.`)
        onClose()
      },
    })
  }
  return (
    <Dialog opened title={title} size={480} onClose={onClose} withoutCross>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="var(--lm-text2)">
            {effect}
          </Text>
          {overtaken ? <Overtaken now={now} /> : <FormError message={change.error && messageOf(change.error)} />}
          {!overtaken && misfits.length > 0 && <Misfits sentences={misfits} />}
          {damaged.length > 0 && <FormError message={`${damaged.join(' ')} Better publish the build again.`} />}
          {check.error && <FormError message={`It could not be checked. ${messageOf(check.error)}`} />}
          {!overtaken && (
            <TextInput
              label={isForced ? 'Why it is activated all the same' : 'Reason (optional)'}
              description="The history shows it."
              required={isForced}
              withAsterisk={false}
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            {overtaken ? 'Look again' : 'Cancel'}
          </Button>
          {!overtaken && (
            <Button
              type="submit"
              color={isForced ? 'red' : undefined}
              loading={change.isPending || isChecking}
              disabled={!isReady}
            >
              {isForced ? 'Activate in spite of this' : action}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
