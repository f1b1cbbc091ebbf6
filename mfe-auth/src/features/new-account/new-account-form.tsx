import { firstNameRule, lastNameRule, nameRule, textRule } from '@lamella/shared/contract'
import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core'
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

/** Announces the fields as required: screen readers do not convey why the button is disabled. */
const needed = { required: true, withAsterisk: false }

/** What was entered. Both agreements are given by then, because the button is disabled without them (D1-5-06). */
export interface NewAccount extends Texts {
  password: string
}

interface NewAccountFormProps {
  /** The account comes with a new organisation: its name, sector and phone are asked for too. */
  withOrganisation: boolean
  onSubmit: (account: NewAccount) => Promise<void>
}

/** Form that finishes a sign-up (D1-3-06) or accepts an invitation (D1-3-09). */
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
      sector: textRule,
      phoneNumber: textRule,
      department: textRule,
      position: textRule,
      fieldOfWork: textRule,
      discoverySource: textRule,
    },
  })
  const { busy, error, submit } = useSubmit(() => onSubmit({ ...form.getValues(), password: secret.password }))

  const field = (name: keyof Texts, label: string, props: TextInputProps = {}) => (
    <TextInput label={label} size="md" autoComplete="off" maxLength={128} {...props} {...form.getInputProps(name)} />
  )
  return (
    <AuthForm
      ready={form.isValid() && isComplete(secret) && agreed === true}
      busy={busy}
      error={error}
      action="Create account"
      onSubmit={submit}
    >
      {/* Names are not cut at 128 characters: a message says that they are too long (D1-5-27). */}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {field('firstName', 'First name', { autoComplete: 'given-name', maxLength: 1000, ...needed })}
        {field('lastName', 'Last name', { autoComplete: 'family-name', maxLength: 1000, ...needed })}
      </SimpleGrid>
      {withOrganisation &&
        field('organizationName', 'Organization', { autoComplete: 'organization', maxLength: 1000, ...needed })}
      <NewPasswordFields label="Password" value={secret} onChange={setSecret} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {withOrganisation && field('sector', 'Sector (optional)')}
        {withOrganisation && field('phoneNumber', 'Phone (optional)', { autoComplete: 'tel', maxLength: 64 })}
        {field('department', 'Department (optional)')}
        {field('position', 'Position (optional)', { autoComplete: 'organization-title' })}
      </SimpleGrid>
      {field('fieldOfWork', 'Field of work (optional)')}
      {field('discoverySource', 'How did you find us? (optional)')}
      <AgreementBox agreed={agreed} onChange={setAgreed} />
    </AuthForm>
  )
}
