import type { CurrentUser, Project, User } from '@lamella/shared/contract'
import { candidatesQuery } from '@lamella/shared/queries'
import { ConfirmDialog } from '@lamella/shared/ui'
import { Button, Card, Select, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fitsText } from './chosen-people.ts'
import { PersonOption } from './person-option.tsx'
import css from './transfer-card.module.css'
import { useTransfer } from './use-sharing-changes.ts'

interface TransferCardProps {
  project: Project
  user: CurrentUser
  /** Undefined: not known. */
  ownerName: string | undefined
}

/** Milliseconds without a key press before people are looked for. */
const typingPause = 200

/** Makes another user of the organisation the owner; for the owner and for admins. */
export const TransferCard = ({ project, user, ownerName = 'The owner' }: TransferCardProps) => {
  const [next, setNext] = useState<User | null>(null)
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState(false)
  const transfer = useTransfer(project)
  // The field shows the name of who is chosen, by which others are not looked for.
  const [typed] = useDebouncedValue(search === next?.fullName ? '' : search.trim(), typingPause)
  const candidates = useQuery(candidatesQuery(project.id, 'owner', typed))
  const found = (candidates.data?.users ?? []).filter(({ id }) => id !== project.owner)
  const listed = next && found.every(({ id }) => id !== next.id) ? [next, ...found] : found
  // The list of what was typed before must not offer others meanwhile.
  const fitting = (text: string) => listed.filter((each) => text === next?.fullName || fitsText(each, text))
  const isOwner = project.owner === user.id
  const stays = isOwner ? 'You stay as an Editor' : `${ownerName} stays as an Editor`
  return (
    <Card component="section" aria-label="Transfer ownership">
      <Title order={2} size="h3">
        Transfer ownership
      </Title>
      <p className={css.text}>{stays}, and only the new owner or an admin can give the project back.</p>
      <Select
        label="New owner"
        placeholder="Choose a user"
        searchable
        nothingFoundMessage={candidates.isFetching ? 'Searching…' : 'No users found.'}
        description={candidates.data?.more && 'The first of many: type a name or an address to find others.'}
        error={candidates.error && `The users could not be retrieved (${candidates.error.message}).`}
        data={listed.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        filter={({ search }) => fitting(search).map(({ id, fullName }) => ({ value: id, label: fullName }))}
        renderOption={({ option }) => <PersonOption user={listed.find(({ id }) => id === option.value)} />}
        value={next?.id ?? null}
        onChange={(value) => setNext(listed.find(({ id }) => id === value) ?? null)}
        searchValue={search}
        onSearchChange={setSearch}
      />
      <Button
        className={css.button}
        variant="default"
        leftSection={<IconArrowsLeftRight size={16} stroke={1.7} aria-hidden />}
        disabled={next === null}
        onClick={() => setAsking(true)}
      >
        Transfer ownership
      </Button>
      <ConfirmDialog
        opened={asking && next !== null}
        title="Transfer ownership"
        confirmLabel="Transfer"
        destructive
        onConfirm={async () => {
          if (next) await transfer.mutateAsync(next).catch(() => undefined)
          setAsking(false)
          setNext(null)
        }}
        onClose={() => setAsking(false)}
      >
        {next?.fullName} becomes the owner of {project.name} with its {project.statistics.imageCount} images and{' '}
        {project.statistics.jobCount} jobs, and is told by mail. {stays}.{' '}
        {user.isAdmin ? null : 'You cannot undo this.'}
      </ConfirmDialog>
    </Card>
  )
}
