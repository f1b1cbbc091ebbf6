import type { ContributorRole, CurrentUser, Project, User } from '@lamella/shared/contract'
import { useDraftFields } from '@lamella/shared/session'
import { RestoredNotice } from '@lamella/shared/ui'
import { Alert, Button, Card, CloseButton, Select, TagsInput, Title } from '@mantine/core'
import { IconAlertCircle, IconMail } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { roleTitles } from '../../lib/project-access.ts'
import css from './add-people.module.css'
import { notesOn, personOf, toEntry } from './chosen-people.ts'
import { contributorRoles, toRole } from './contributor-roles.ts'
import { PersonOption } from './person-option.tsx'
import { type AddFailure, useAddPeople } from './use-add-people.ts'

interface AddPeopleProps {
  project: Project
  user: CurrentUser
  users: readonly User[]
  organisation: string
  /** Such as "1 of 5 user places is left."; '' where nothing limits them. */
  placesText: string
}

type Fields = {
  /** Ids of users, and what was typed otherwise. */
  entries: string[]
  typed: string
  role: string
}
const nothing: Fields = { entries: [], typed: '', role: 'viewer' satisfies ContributorRole }

const buttonText = (number: number): string => {
  if (number === 0) return 'Add people'
  return number === 1 ? 'Add person' : `Add ${number} people`
}

/** Shares a project with users of the organisation, found by name or address, and with others by mail. */
export const AddPeople = ({ project, user, users, organisation, placesText }: AddPeopleProps) => {
  const { fields, change, reset, restored } = useDraftFields(`/projects/${project.id}/sharing add`, nothing)
  const [failures, setFailures] = useState<readonly AddFailure[]>([])
  const notesId = useId()
  const role = toRole(fields.role)
  const people = fields.entries.map((entry) => personOf(entry, users))
  const wrong = people.find(({ kind }) => kind === 'unknown')
  const adding = useAddPeople(project, user.isAdmin)
  const isIn = (id: string): boolean => id === project.owner || project.contributors.some(({ userId }) => userId === id)
  const offered = users.filter(({ id }) => !isIn(id)).map(({ id, fullName }) => ({ value: id, label: fullName }))
  const notes = notesOn(people, role, { isAdmin: user.isAdmin, organisation })
  const hasAddress = people.some(({ kind }) => kind === 'address')

  const submit = async (): Promise<void> => {
    if (people.length === 0 || wrong || adding.isPending) return
    setFailures([])
    const failed = await adding.mutateAsync({ people, role })
    setFailures(failed)
    if (failed.length === 0) reset()
    else change({ entries: failed.map(({ entry }) => entry) })
  }
  return (
    <Card component="section" aria-label="Add people">
      <Title order={2} size="h3">
        Add people
      </Title>
      <form
        noValidate
        data-kept
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <RestoredNotice shown={restored} />
        {failures.length > 0 && (
          <Alert color="red" role="alert" icon={<IconAlertCircle size={18} stroke={1.6} aria-hidden />}>
            <ul className={css.failures}>
              {failures.map(({ entry, name, text, reason }) => (
                <li key={entry}>
                  {name}: <strong>{text}</strong> <span>{reason}</span>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        <div className={css.fields}>
          <TagsInput
            className={css.people}
            aria-label="People to add"
            aria-describedby={notesId}
            placeholder={fields.entries.length === 0 ? 'Name or email address' : undefined}
            splitChars={[',', ';', '\n', '\t']}
            maxTags={50}
            data={offered}
            limit={8}
            // Enter takes the first match of what was typed, and without a text sends the form.
            selectFirstOptionOnChange={fields.typed !== ''}
            value={fields.entries}
            onChange={(entries) => {
              const known = entries.map((entry) => toEntry(entry, users))
              change({ entries: [...new Set(known)] })
            }}
            searchValue={fields.typed}
            onSearchChange={(typed) => change({ typed })}
            error={wrong && `${wrong.entry}: Please provide a valid email address!`}
            renderOption={({ option }) => <PersonOption user={users.find(({ id }) => id === option.value)} />}
            renderPill={({ value = '', onRemove }) => {
              const person = personOf(value, users)
              const name = person.kind === 'user' ? person.user.fullName : value
              return (
                <span className={css.pill}>
                  {person.kind === 'address' && <IconMail size={14} stroke={1.6} aria-hidden />}
                  <span className={css.pillName}>{name}</span>
                  <CloseButton size={18} aria-label={`Do not add ${name}`} onClick={onRemove} />
                </span>
              )
            }}
          />
          <Select
            className={css.role}
            aria-label="Role"
            data={contributorRoles.map((value) => ({ value, label: roleTitles[value] }))}
            allowDeselect={false}
            value={role}
            onChange={(value) => change({ role: toRole(value) })}
          />
          <Button type="submit" loading={adding.isPending} disabled={people.length === 0 || wrong !== undefined}>
            {buttonText(people.length)}
          </Button>
        </div>
        <div id={notesId} className={css.notes} aria-live="polite">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {hasAddress && placesText && <p>{placesText}</p>}
        </div>
      </form>
    </Card>
  )
}
