import { firstNameRule, lastNameRule, nameRule } from '@lamella/shared/contract'
import { SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { AgreementBox } from '../../lib/agreement-box.tsx'
import { AuthForm } from '../../lib/auth-form.tsx'
import { isComplete, NewPasswordFields } from '../../lib/new-password-fields.tsx'
import { useSubmit } from '../../lib/use-submit.ts'

const noText = {
  firstName: '',
  lastName: '',
  organizationName: '',
  sector: '',
  phoneNumber: '',
  department: '',
  position: '',
  fieldOfWork: '',
  discoverySource: '',
}
type Texts = typeof noText

/** Everything that was entered; both agreements are given by then. */
export interface NewAccount extends Texts {
  password: string
}

interface NewAccountFormProps {
  /** A new organisation comes with the account: its name, sector and phone are asked for too. */
  withOrganisation: boolean
  onSubmit: (account: NewAccount) => Promise<void>
}

/** Person, password and agreements of who finishes a sign-up or accepts an invitation (document 1 §3). */
export const NewAccountForm = ({ withOrganisation, onSubmit }: NewAccountFormProps) => {
  const [secret, setSecret] = useState({ password: '', confirmation: '' })
  const [agreed, setAgreed] = useState<boolean | null>(null)
  const form = useForm({
    mode: 'controlled',
    validateInputOnChange: true,
    initialValues: noText,
    validate: {
      firstName: firstNameRule,
      lastName: lastNameRule,
      organizationName: (name) => (withOrganisation ? nameRule(name) : null),
    },
  })
  const { busy, error, submit } = useSubmit(() => onSubmit({ ...form.getValues(), password: secret.password }))

  const field = (name: keyof Texts, label: string, autoComplete = 'off', maxLength: number | undefined = 128) => (
    <TextInput
      label={label}
      size="md"
      maxLength={maxLength}
      autoComplete={autoComplete}
      {...form.getInputProps(name)}
    />
  )
  return (
    <AuthForm
      ready={form.isValid() && isComplete(secret) && agreed === true}
      busy={busy}
      error={error}
      action="Create account"
      onSubmit={submit}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {field('firstName', 'First name', 'given-name')}
        {field('lastName', 'Last name', 'family-name')}
      </SimpleGrid>
      {withOrganisation && field('organizationName', 'Organization', 'organization', undefined)}
      <NewPasswordFields label="Password" value={secret} onChange={setSecret} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {withOrganisation && field('sector', 'Sector (optional)')}
        {withOrganisation && field('phoneNumber', 'Phone (optional)', 'tel', 64)}
        {field('department', 'Department (optional)')}
        {field('position', 'Position (optional)', 'organization-title')}
        {field('fieldOfWork', 'Field of work (optional)')}
        {field('discoverySource', 'How did you find us? (optional)')}
      </SimpleGrid>
      <AgreementBox agreed={agreed} onChange={setAgreed} />
    </AuthForm>
  )
}
