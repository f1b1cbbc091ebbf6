import { type InvitationResult, type InvitationRole, textRule } from '@lamella/shared/contract'
import { invitationsChanged } from '@lamella/shared/queries'
import { useDraftFields } from '@lamella/shared/session'
import { Dialog, DialogActions, RestoredNotice } from '@lamella/shared/ui'
import { Alert, Button, Radio, Stack, TagsInput, Textarea } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { FormError } from '../../lib/form-error.tsx'
import { toastSuccess } from '../../lib/toasts.ts'
import { useSubmit } from '../../lib/use-submit.ts'
import { isAddress, isComplete, problemOf, repeated, repeatedText, tidied } from './addresses.ts'
import { sendInvitations } from './api.ts'
import css from './invitations.module.css'
import { type Seats, seatsText } from './seats.ts'

interface InviteDialogProps {
  opened: boolean
  /** Free seats of the user limit; null: no limit. */
  seats: Seats | null
  onClose: () => void
}

const roles = [
  { value: 'USER', title: 'User', text: 'Uploads, annotates, analyses and trains.' },
  { value: 'GUEST', title: 'Guest', text: 'Views what is shared, changes nothing.' },
] as const satisfies readonly { value: InvitationRole; title: string; text: string }[]

const sentText = (sent: number): string => (sent === 1 ? '1 invitation was sent.' : `${sent} invitations were sent.`)

/** Key under which the form's draft is kept. */
export const inviteForm = '/settings/users invite'

type Fields = {
  emails: string[]
  /** The address being typed. */
  typed: string
  role: string
  message: string
}
const nothing: Fields = { emails: [], typed: '', role: 'USER', message: '' }

const roleOf = (value: string): InvitationRole => (value === 'GUEST' ? 'GUEST' : 'USER')

/** Invites many people at once. Addresses that fail stay in the field, each with its reason. */
export const InviteDialog = ({ opened, seats, onClose }: InviteDialogProps) => {
  const queries = useQueryClient()
  const { fields, change, reset, restored } = useDraftFields(inviteForm, nothing)
  const { emails, typed, role, message } = fields
  /** Invitations that the last attempt could not send. */
  const [failed, setFailed] = useState<readonly InvitationResult[]>([])
  /** Addresses that were there when they were added last. */
  const [twice, setTwice] = useState<readonly string[]>([])
  const list = (entries: readonly string[], rest?: string): void => {
    setTwice(repeated(entries))
    change({ emails: tidied(entries), ...(rest !== undefined && { typed: rest }) })
  }
  const close = (): void => {
    reset()
    setTwice([])
    setFailed([])
    onClose()
  }
  const { busy, error, submit } = useSubmit(async () => {
    setFailed([])
    const shared = { role: roleOf(role), ...(message.trim() && { message }) }
    const { success, fail } = await sendInvitations(emails.map((email) => ({ email, ...shared })))
    await invitationsChanged(queries)
    if (success.length > 0) toastSuccess('Invite users', sentText(success.length))
    if (fail.length === 0) close()
    else {
      setFailed(fail)
      change({ emails: fail.map(({ email }) => email) })
    }
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The button has lost the focus while it was disabled, and the addresses are what has to be changed now.
    if (failed.length > 0 || error !== null) field.current?.focus()
  }, [failed, error])
  const problem = problemOf(emails)
  const unsaved = emails.length > 0 || typed !== '' || message !== ''
  const valid = emails.filter(isAddress).length
  return (
    <Dialog opened={opened} title="Invite users" size={520} onClose={close} unsavedChanges={unsaved}>
      <form
        noValidate
        data-kept
        // The shell asks before a page with `data-unsaved` is left by choice, and resets the form when that is confirmed.
        data-unsaved={(opened && unsaved && !busy) || undefined}
        onReset={close}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <FormError message={error} />
        <RestoredNotice shown={restored} />
        {failed.length > 0 && (
          <Alert color="red" role="alert" mb="md" icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}>
            These invitations were not sent:
            <ul className={css.failures}>
              {failed.map(({ email, error: reason }) => (
                <li key={email}>
                  {email}: {reason?.detail}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <Stack gap="md">
          <TagsInput
            ref={field}
            label="Email addresses"
            description={emails.length === 0 ? 'Separate them by commas, spaces or new lines.' : undefined}
            data-autofocus
            // There is nothing to choose from, and an invisible dropdown would consume the first Escape.
            dropdownOpened={false}
            type="email"
            // What is typed or pasted comes whole: one character cannot tell a name from an address.
            splitChars={[]}
            allowDuplicates
            classNames={{ pillsList: css.addresses }}
            value={emails}
            onChange={(entries) => list(entries)}
            searchValue={typed}
            onSearchChange={(text) => (isComplete(text) ? list([...emails, text], '') : change({ typed: text }))}
            error={problem}
          />
          <p className={css.twice} aria-live="polite">
            {repeatedText(twice)}
          </p>
          {emails.length - valid > 1 && (
            <Button
              variant="default"
              size="compact-sm"
              className={css.remove}
              onClick={() => change({ emails: emails.filter(isAddress) })}
            >
              Remove what is no address
            </Button>
          )}
          <Radio.Group label="Role" value={role} onChange={(value) => change({ role: roleOf(value) })}>
            <div className={css.roles}>
              {roles.map(({ value, title, text }) => (
                <Radio
                  key={value}
                  className={css.role}
                  classNames={{ label: css.roleTitle }}
                  value={value}
                  label={title}
                  description={text}
                />
              ))}
            </div>
          </Radio.Group>
          <Textarea
            label="Message"
            description="Optional, sent with the invitation."
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            error={textRule(message)}
            value={message}
            onChange={({ currentTarget }) => change({ message: currentTarget.value })}
          />
        </Stack>
        <div className={css.footer}>
          <span data-over={(seats !== null && valid > seats.left) || undefined} aria-live="polite">
            {seatsText(seats, valid)}
          </span>
          <DialogActions>
            <Button variant="default" onClick={close} disabled={busy}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={
                emails.length === 0 ||
                problem !== undefined ||
                textRule(message) !== null ||
                (seats !== null && seats.left <= 0)
              }
            >
              Send invitations
            </Button>
          </DialogActions>
        </div>
      </form>
    </Dialog>
  )
}
