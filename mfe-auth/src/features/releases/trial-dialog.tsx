import type { AppOverview } from '@lamella/shared/contract'
import { usualTrialLimits } from '@lamella/shared/contract'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormError, messageOf } from '../../lib/form-error.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { setTrial, type TrialSettings } from './api.ts'
import { isOvertaken, useReleaseChange } from './use-release-change.ts'

/** Fields as they are typed. */
interface Fields {
  share: string
  users: string[]
  organisations: string[]
  failures: string
  minimum: string
  promoteAfter: string
  /** Local time, as `YYYY-MM-DDThh:mm`; empty: open. */
  until: string
  reason: string
}

/** The form of a field for date and time. */
const localMinute = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

const fieldsOf = ({ trial }: AppOverview): Fields => {
  const { failures, minimum } = trial?.limits ?? usualTrialLimits
  const after = trial?.promotion ? (Date.parse(trial.promotion.at) - Date.parse(trial.since)) / 3_600_000 : null
  return {
    share: String(trial?.share ?? 10),
    users: trial?.users.map(({ email }) => email) ?? [],
    organisations: trial?.organisations.map(({ name }) => name) ?? [],
    failures: String(failures),
    minimum: String(minimum),
    promoteAfter: after === null ? '' : String(Math.round(after)),
    until: trial?.until ? localMinute(new Date(trial.until)) : '',
    reason: '',
  }
}

const isBetween = (text: string, least: number, most: number, whole = true): boolean => {
  const value = Number(text)
  return text.trim() !== '' && value >= least && value <= most && (!whole || Number.isInteger(value))
}

const problems = {
  share: (text: string, { users, organisations }: Fields) => {
    if (!isBetween(text, 0, 99)) return 'Enter a whole number from 0 to 99.'
    const isNobody = Number(text) === 0 && users.length === 0 && organisations.length === 0
    return isNobody ? 'Nobody would get it: name users or organizations, or give it to 1 % or more.' : null
  },
  failures: (text: string) => (isBetween(text, 0, 100, false) ? null : 'Enter a number from 0 to 100.'),
  minimum: (text: string) => (isBetween(text, 1, 1_000_000) ? null : 'Enter a whole number from 1.'),
  promoteAfter: (text: string) =>
    text.trim() === '' || isBetween(text, 1, 2160) ? null : 'Enter whole hours, at most 2160, or nothing.',
  until: (text: string) =>
    text === '' || Date.parse(text) > Date.now() ? null : 'Enter a time that is still to come, or nothing.',
}

const settingsOf = ({
  share,
  users,
  organisations,
  failures,
  minimum,
  promoteAfter,
  until,
  reason,
}: Fields): TrialSettings => ({
  share: Number(share),
  users,
  organisations,
  limits: { failures: Number(failures), minimum: Number(minimum) },
  promoteAfter: promoteAfter.trim() === '' ? null : Number(promoteAfter),
  until: until === '' ? null : new Date(until).toISOString(),
  ...(reason.trim() !== '' && { reason: reason.trim() }),
})

interface TrialDialogProps {
  overview: AppOverview
  onClose: () => void
}

/** Form that starts a trial of the newest build, or changes who gets the version on trial and what ends it. */
export const TrialDialog = ({ overview, onClose }: TrialDialogProps) => {
  const { app, trial, newest } = overview
  const version = trial?.version ?? newest.version
  const form = useForm<Fields>({ mode: 'controlled', initialValues: fieldsOf(overview), validate: problems })
  const saving = useReleaseChange((settings: TrialSettings) => setTrial(overview, trial ? null : version, settings))
  const overtaken = isOvertaken(saving.error)
  const save = (fields: Fields): void =>
    saving.mutate(settingsOf(fields), {
      onSuccess: () => {
        toastSuccess(app, trial ? `The trial of ${version} was changed.` : `${version} is on trial.`)
        onClose()
      },
    })
  const number = (name: 'share' | 'failures' | 'minimum' | 'promoteAfter', label: string, description?: string) => (
    <TextInput type="number" min={0} label={label} description={description} miw={150} {...form.getInputProps(name)} />
  )
  return (
    <Dialog
      opened
      title={trial ? `Trial of ${app} ${version}` : `Start a trial of ${app} ${version}`}
      size={520}
      onClose={onClose}
      unsavedChanges={form.isDirty() && !overtaken}
    >
      <form onSubmit={form.onSubmit(save)} noValidate>
        <FormError message={saving.error && messageOf(saving.error)} />
        <Stack gap="md">
          {number('share', 'Share of users (%)', '0: only those who are named below.')}
          <TagsInput
            label="Users who always get it"
            description="Email addresses"
            dropdownOpened={false}
            type="email"
            splitChars={[',', ';', ' ', '\n']}
            maxTags={200}
            {...form.getInputProps('users')}
          />
          <TagsInput
            label="Organizations that always get it"
            dropdownOpened={false}
            splitChars={[',', ';', '\n']}
            maxTags={50}
            {...form.getInputProps('organisations')}
          />
          <Group grow gap="md" align="flex-start" preventGrowOverflow={false} wrap="wrap">
            {number('failures', 'Ends above failures (%)')}
            {number('minimum', 'Of at least this many users')}
          </Group>
          {number('promoteAfter', 'For all after hours (optional)', 'If the limits hold and enough users were seen.')}
          <TextInput
            type="datetime-local"
            label="Ends at (optional)"
            description="Then the trial ends whatever was seen, and everybody gets the present version. In the time of this device."
            {...form.getInputProps('until')}
          />
          <TextInput label="Reason (optional)" maxLength={500} autoComplete="off" {...form.getInputProps('reason')} />
          <Text size="xs" c="var(--lm-text3)">
            A user gets the same version in each browser. Open pages keep theirs until they are loaded again.
          </Text>
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={saving.isPending}>
            {overtaken ? 'Look again' : 'Cancel'}
          </Button>
          {!overtaken && (
            <Button type="submit" loading={saving.isPending}>
              {trial ? 'Change the trial' : 'Start the trial'}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
