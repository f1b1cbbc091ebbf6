import { enrolmentQuery } from '@lamella/shared/queries'
import { ErrorState, LoadingRows, queryError } from '@lamella/shared/ui'
import { Button, CopyButton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { FormError } from '../../lib/form-error.tsx'
import { useSubmit } from '../../lib/use-submit.ts'
import { confirmEnrolment } from './api.ts'
import { emptyProof, isComplete, ProofFields } from './proof-fields.tsx'
import css from './second-factor.module.css'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** In groups of four characters, which are easier to copy by hand. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface EnrolmentFormProps {
  /** Called when the second factor is on; the codes cannot be read again later. */
  onDone: (recoveryCodes: string[]) => void
}

/** Shows the secret as QR code and text, and confirms by a code that the authenticator app has it (RFC 6238). */
export const EnrolmentForm = ({ onDone }: EnrolmentFormProps) => {
  const enrolment = useQuery(enrolmentQuery)
  const [proof, setProof] = useState(emptyProof)
  const { busy, error, submit } = useSubmit(async () =>
    onDone(await confirmEnrolment({ ...proof, code: proof.code.trim() })),
  )
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isComplete(proof)) void submit()
  }
  const { data } = enrolment
  const failure = data ? undefined : queryError('The key could not be made', enrolment)
  if (failure) return <ErrorState {...failure} />
  if (!data) return <LoadingRows rows={6} />
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Set up two-step verification">
      <p className={css.step}>1. Scan this code with an authenticator app.</p>
      <div className={css.scan}>
        <Suspense fallback={<div className={css.qr} />}>
          <QrCode text={data.uri} label="QR code for the authenticator app" />
        </Suspense>
        <div className={css.byHand}>
          Or enter this key by hand:
          <code className={css.key}>{grouped(data.secret)}</code>
          <CopyButton value={data.secret}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" onClick={copy}>
                {copied ? 'Copied' : 'Copy key'}
              </Button>
            )}
          </CopyButton>
        </div>
      </div>
      <p className={css.step}>2. Enter the code that the app shows, and your password.</p>
      <FormError message={error} />
      <Stack gap="md">
        <ProofFields value={proof} onChange={setProof} />
        <Button type="submit" size="md" fullWidth loading={busy} disabled={!isComplete(proof)}>
          Turn on
        </Button>
      </Stack>
    </form>
  )
}
