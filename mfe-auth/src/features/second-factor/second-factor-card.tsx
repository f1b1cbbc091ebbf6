import type { CurrentUser, SecondFactor } from '@lamella/shared/contract'
import { secondFactorChanged, secondFactorQuery, sessionsChanged } from '@lamella/shared/queries'
import { loadProfile } from '@lamella/shared/session'
import { Dialog, ErrorState, formatDay, LoadingRows, queryError } from '@lamella/shared/ui'
import { Button, Card, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastSuccess } from '../../lib/toasts.ts'
import { renewCodes, turnOffSecondFactor } from './api.ts'
import { EnrolmentForm } from './enrolment-form.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RequirementSwitch } from './requirement-switch.tsx'
import css from './second-factor.module.css'

const title = 'Two-step verification'

const codesLeft = (left: number): string => (left === 1 ? '1 recovery code left' : `${left} recovery codes left`)

/** Null while the second factor is off. */
const sinceText = ({ since, recoveryCodesLeft }: SecondFactor): string | null =>
  since && `On since ${formatDay(new Date(since))}, ${codesLeft(recoveryCodesLeft)}.`

type Open = 'enrolment' | 'renewal' | 'off' | null

/** Turns the second factor of the user's own account on and off; admins can require it of all members. */
export const SecondFactorCard = ({ user }: { user: CurrentUser }) => {
  const factor = useQuery(secondFactorQuery)
  const queries = useQueryClient()
  const [open, setOpen] = useState<Open>(null)
  /** New recovery codes, until the user has stored them. */
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = (): void => {
    setOpen(null)
    setCodes(null)
  }
  const readAgain = () => secondFactorChanged(queries)
  const showCodes = async (fresh: readonly string[]): Promise<void> => {
    setCodes(fresh)
    // The change has ended other sessions.
    await Promise.all([readAgain(), sessionsChanged(queries)])
  }
  const { data } = factor
  const error = data ? undefined : queryError('Your two-step verification could not be retrieved', factor)
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      {error ? (
        <ErrorState {...error} />
      ) : !data ? (
        <LoadingRows rows={2} />
      ) : (
        <>
          <p className={css.text}>
            {sinceText(data) ??
              'A log-in then asks for a code of an app on your phone, too: who learns your password alone cannot enter.'}
          </p>
          <div className={css.actions}>
            {data.since ? (
              <>
                <Button variant="default" onClick={() => setOpen('renewal')}>
                  New recovery codes
                </Button>
                <Button variant="subtle" color="gray" onClick={() => setOpen('off')}>
                  Turn off
                </Button>
              </>
            ) : (
              <Button variant="default" onClick={() => setOpen('enrolment')}>
                Turn on
              </Button>
            )}
          </div>
          {user.isAdmin && <RequirementSwitch required={data.required} isOn={data.since !== null} />}
        </>
      )}
      <Dialog opened={open === 'enrolment' && codes === null} title={title} size={520} onClose={close}>
        <EnrolmentForm onDone={(fresh) => void showCodes(fresh)} />
      </Dialog>
      <Dialog opened={codes !== null} title="Keep your recovery codes" size={440} onClose={close}>
        <RecoveryCodes codes={codes ?? []} action="I have kept them" onDone={close} />
      </Dialog>
      {open === 'renewal' && codes === null && (
        <ProofDialog
          title="New recovery codes"
          text="The codes that you have stop working."
          action="Make new codes"
          onProof={async (proof) => showCodes(await renewCodes(proof))}
          onClose={close}
        />
      )}
      {open === 'off' && (
        <ProofDialog
          title="Turn off two-step verification"
          text={
            data?.required
              ? 'Your organization asks for it: you set it up again at once, for example with another phone.'
              : 'Your password alone then opens your account. App and recovery codes stop working.'
          }
          action="Turn off"
          destructive
          onProof={async (proof) => {
            await turnOffSecondFactor(proof)
            close()
            toastSuccess(title, 'Two-step verification is off.')
            await Promise.all([readAgain(), loadProfile()])
          }}
          onClose={close}
        />
      )}
    </Card>
  )
}
