import type { ContributorRole, CurrentUser, Project } from '@lamella/shared/contract'
import { candidatesQuery } from '@lamella/shared/queries'
import { useDraftFields } from '@lamella/shared/session'
import { RestoredNotice } from '@lamella/shared/ui'
import { Alert, Button, Card, CloseButton, Select, TagsInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertCircle, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { roleTitles } from '../../lib/project-access.ts'
import css from './add-people.module.css'
import { type ChosenPerson, fitsText, notesOn } from './chosen-people.ts'
import { contributorRoles, toRole } from './contributor-roles.ts'
import { PersonOption } from './person-option.tsx'
import { type AddFailure, useAddPeople } from './use-add-people.ts'
import { useChosenPeople } from './use-chosen-people.ts'

interface AddPeopleProps {
  project: Project
  user: CurrentUser
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
/** Milliseconds without a key press before people are looked for. */
const typingPause = 200
/** People offered at once. */
const mostOffered = 8

const nothing: Fields = { entries: [], typed: '', role: 'viewer' satisfies ContributorRole }

/** Name on screen of who was chosen. */
const shownName = (person: ChosenPerson | undefined): string => {
  if (person?.kind === 'user') return person.user.fullName
  return person?.entry ?? ''
}

const buttonText = (number: number): string => {
  if (number === 0) return 'Add people'
  return number === 1 ? 'Add person' : `Add ${number} people`
}

/** Shares a project with users of the organisation, found by name or address, and with others by mail. */
export const AddPeople = ({ project, user, organisation, placesText }: AddPeopleProps) => {
  const { fields, change, reset, restored } = useDraftFields(`/projects/${project.id}/sharing add`, nothing)
  const [failures, setFailures] = useState<readonly AddFailure[]>([])
  const notesId = useId()
  const role = toRole(fields.role)
  const chosen = useChosenPeople(fields.entries)
  const { people } = chosen
  const personOf = (entry: string) => people.find((person) => person.entry === entry)
  const [searched] = useDebouncedValue(fields.typed.trim(), typingPause)
  const candidates = useQuery(candidatesQuery(project.id, 'contributor', searched)).data?.users ?? []
  const wrong = people.find(({ kind }) => kind === 'unknown')
  const adding = useAddPeople(project, user.isAdmin)
  const isIn = (id: string): boolean => id === project.owner || project.contributors.some(({ userId }) => userId === id)
  const offered = candidates.filter(({ id }) => !isIn(id))
  const options = offered.map(({ id, fullName }) => ({ value: id, label: fullName }))
  const notes = notesOn(people, role, { isAdmin: user.isAdmin, organisation })
  const hasAddress = people.some(({ kind }) => kind === 'address')

  const fits = (at: number, search: string): boolean => {
    const candidate = offered[at]
    return candidate !== undefined && !fields.entries.includes(candidate.id) && fitsText(candidate, search)
  }
  const fieldError = wrong
    ? `${wrong.entry}: Please provide a valid email address!`
    : chosen.error && `People could not be looked up (${chosen.error.message}). Please try again.`

  const submit = async (): Promise<void> => {
    if (people.length === 0 || wrong || adding.isPending) return
    setFailures([])
    // Who was typed just now may not be known yet. A failure is shown under the field.
    const known = await chosen.resolve().catch(() => null)
    if (!known || known.some(({ kind }) => kind === 'unknown')) return
    const failed = await adding.mutateAsync({ people: known, role })
    setFailures(failed)
    if (failed.length === 0) reset()
    else change({ entries: failed.map(({ entry }) => entry) })
  }
  return (
    <Card component="section" aria-label="Add people">
      <Title order={2} size="h3">
        Add people
      </Title>
      {/* The shell asks before a page with `data-unsaved` is left by choice, and resets the form when that is confirmed. */}
      <form
        noValidate
        data-kept
        data-typed={[...people.map(shownName), fields.typed].filter(Boolean).join(', ')}
        data-typed-as="People to add"
        data-unsaved={((people.length > 0 || fields.typed !== '') && !adding.isPending) || undefined}
        onReset={reset}
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
            data={options}
            // Until those who fit what is typed are read, some of others are here: Enter must not take one of them.
            filter={({ search }) => options.filter((_, at) => fits(at, search)).slice(0, mostOffered)}
            // Enter takes the first match of what was typed, and without a text sends the form.
            selectFirstOptionOnChange={fields.typed !== ''}
            value={fields.entries}
            onChange={(entries) => {
              chosen.offer(offered.filter(({ id }) => entries.includes(id)))
              change({ entries: [...new Set(entries.map((entry) => entry.trim()))] })
            }}
            searchValue={fields.typed}
            onSearchChange={(typed) => change({ typed })}
            error={fieldError}
            renderOption={({ option }) => <PersonOption user={offered.find(({ id }) => id === option.value)} />}
            renderPill={({ value = '', onRemove }) => {
              const person = personOf(value)
              const name = shownName(person)
              return (
                <span className={css.pill}>
                  {person?.kind === 'address' && <IconMail size={14} stroke={1.6} aria-hidden />}
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
