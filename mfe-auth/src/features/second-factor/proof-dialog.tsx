import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { FormError } from '../../lib/form-error.tsx'
import { useSubmit } from '../../lib/use-submit.ts'
import type { Proof } from './api.ts'
import { emptyProof, isComplete, ProofFields } from './proof-fields.tsx'
import css from './second-factor.module.css'

interface ProofDialogProps {
  title: string
  /** Consequence of the action. */
  text: string
  action: string
  /** The action removes something: its button is red. */
  destructive?: boolean
  onProof: (proof: Proof) => Promise<void>
  onClose: () => void
}

/** Asks for password and code before a change. Mounted only while open, so that its fields are discarded. */
export const ProofDialog = ({ title, text, action, destructive, onProof, onClose }: ProofDialogProps) => {
  const [proof, setProof] = useState(emptyProof)
  const { busy, error, submit } = useSubmit(() => onProof({ ...proof, code: proof.code.trim() }))
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isComplete(proof)) void submit()
  }
  return (
    <Dialog opened title={title} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <p className={css.step}>{text}</p>
        <FormError message={error} />
        <Stack gap="md">
          <ProofFields value={proof} onChange={setProof} codeHint="Of your authenticator app, or a recovery code." />
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color={destructive ? 'red' : undefined} loading={busy} disabled={!isComplete(proof)}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
