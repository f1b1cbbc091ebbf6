import { Anchor, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AuthForm } from '../../lib/auth-form.tsx'
import { AuthScreen } from '../../lib/auth-screen.tsx'
import { useSubmit } from '../../lib/use-submit.ts'
import css from './second-step.module.css'

interface SecondStepProps {
  /** Completes the log-in with a code. */
  onCode: (code: string) => Promise<void>
  /** Handles a failure of `onCode`; returns the message to show, or null for none. */
  onFailure: (failure: unknown) => string | null
  /** Returns to the first step. */
  onBack: () => void
}

const kinds = {
  app: {
    text: 'Enter the code that your authenticator app shows.',
    other: 'Use a recovery code',
    isComplete: (code: string) => /^\d{6}$/.test(code.replace(/\s/g, '')),
    field: { label: 'Code', inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 },
  },
  recovery: {
    text: 'Enter one of the recovery codes that you kept. Each works once.',
    other: 'Use the authenticator app',
    isComplete: (code: string) => code.replace(/[\s-]/g, '').length >= 16,
    field: { label: 'Recovery code', inputMode: 'text', autoComplete: 'off', maxLength: 64 },
  },
} as const

/** Second step of a log-in, after the password: a code of the app or a recovery code. */
export const SecondStep = ({ onCode, onFailure, onBack }: SecondStepProps) => {
  const [kind, setKind] = useState<keyof typeof kinds>('app')
  const [code, setCode] = useState('')
  const { busy, error, submit } = useSubmit(() => onCode(code.trim()), onFailure)
  const { text, other, isComplete, field } = kinds[kind]
  return (
    <AuthScreen title="Two-step verification" text={text}>
      <AuthForm ready={isComplete(code)} busy={busy} error={error} action="Log in" onSubmit={submit}>
        <TextInput
          key={kind}
          size="md"
          autoFocus
          spellCheck={false}
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          {...field}
        />
      </AuthForm>
      <div className={css.others}>
        <Anchor
          component="button"
          type="button"
          onClick={() => {
            setKind(kind === 'app' ? 'recovery' : 'app')
            setCode('')
          }}
        >
          {other}
        </Anchor>
        <Anchor component="button" type="button" onClick={onBack}>
          Back to log in
        </Anchor>
      </div>
    </AuthScreen>
  )
}
