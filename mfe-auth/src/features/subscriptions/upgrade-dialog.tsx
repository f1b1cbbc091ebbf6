import { textRule, upgradePlans } from '@lamella/shared/contract'
import { useDraftFields } from '@lamella/shared/session'
import { Dialog, DialogActions, RestoredNotice } from '@lamella/shared/ui'
import { Button, Radio, Stack, Text, Textarea } from '@mantine/core'
import { FormError } from '../../lib/form-error.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { requestPlan } from './api.ts'
import css from './subscriptions.module.css'

interface UpgradeDialogProps {
  opened: boolean
  onClose: () => void
}

/** Key under which the form's draft is kept. */
export const upgradeForm = '/settings/subscriptions upgrade'
const nothing = { name: '', message: '' }

/** Requests another plan. The request is answered by email; nothing is bought here. */
export const UpgradeDialog = ({ opened, onClose }: UpgradeDialogProps) => {
  const { fields, change, reset, restored } = useDraftFields(upgradeForm, nothing)
  const plan = upgradePlans.find(({ name }) => name === fields.name)
  const close = (): void => {
    reset()
    onClose()
  }
  const { busy, error, submit } = useSubmit(async () => {
    if (!plan) return
    await requestPlan(plan.name, fields.message)
    toastSuccess(
      'Request an upgrade',
      `Your request for ${plan.displayName} was sent. You will receive an answer by email.`,
    )
    close()
  })
  return (
    <Dialog
      opened={opened}
      title="Request an upgrade"
      size={480}
      onClose={close}
      unsavedChanges={fields.message !== ''}
    >
      <form
        noValidate
        data-kept
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormError message={error} />
        <RestoredNotice shown={restored} />
        <Stack gap="md">
          <Text c="var(--lm-text2)">You will receive an offer by email. Nothing changes until you accept it.</Text>
          <Radio.Group label="Plan" value={fields.name} onChange={(name) => change({ name })}>
            <div className={css.choices}>
              {upgradePlans.map(({ name, displayName }, index) => (
                <Radio key={name} value={name} label={displayName} data-autofocus={index === 0 || undefined} />
              ))}
            </div>
          </Radio.Group>
          <Textarea
            label="Message"
            description="Optional: how many users, how much storage, from when."
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            error={textRule(fields.message)}
            value={fields.message}
            onChange={({ currentTarget }) => change({ message: currentTarget.value })}
          />
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={!plan || textRule(fields.message) !== null}>
            Send request
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
