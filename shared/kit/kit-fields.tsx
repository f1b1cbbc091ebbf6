import { PasswordChecklist } from '@lamella/shared/blocks'
import { FilterField, RestoredNotice } from '@lamella/shared/ui'
import { PasswordInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import css from './kit.module.css'
import { KitRow, KitSection } from './kit-section.tsx'

interface Look {
  label: string
  variant?: string
  error?: string
  disabled?: boolean
}

const states: Record<string, Omit<Look, 'label'>> = {
  default: {},
  filled: { variant: 'filled' },
  error: { error: 'What is wrong, and how to mend it.' },
  disabled: { disabled: true },
}

const kinds: Record<string, (look: Look) => ReactNode> = {
  Text: (look) => <TextInput defaultValue="Reference panel" {...look} />,
  Password: (look) => <PasswordInput defaultValue="Mikroskop" autoComplete="new-password" {...look} />,
  Choice: (look) => <Select data={['Newest first', 'Oldest first', 'Name']} defaultValue="Newest first" {...look} />,
  Tags: (look) => <TagsInput defaultValue={['mara@lab.example']} {...look} />,
  Message: (look) => <Textarea defaultValue="Two lines of words, or more" autosize minRows={2} {...look} />,
}

/** Every kind of field in every state, one state per column. */
export function KitFieldStates() {
  return (
    <KitSection title="Fields">
      <div className={css.fields}>
        {Object.entries(kinds).flatMap(([kind, field]) =>
          Object.entries(states).map(([state, look]) => (
            <div key={`${kind} ${state}`}>{field({ ...look, label: `${kind}, ${state}` })}</div>
          )),
        )}
      </div>
    </KitSection>
  )
}

export function KitFields() {
  const [filter, setFilter] = useState('')
  const [password, setPassword] = useState('Mikro7')
  return (
    <KitSection title="Fields with more">
      <PasswordInput
        label="Password"
        description="8 to 128 characters"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="new-password"
        mb={8}
      />
      <PasswordChecklist password={password} />
      <RestoredNotice shown />
      <KitRow>
        <FilterField label="Filter projects" value={filter} onChange={setFilter} />
        <TextInput aria-label="Name" placeholder="Placeholder" />
      </KitRow>
    </KitSection>
  )
}
