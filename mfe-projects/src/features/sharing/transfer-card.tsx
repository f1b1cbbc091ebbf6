import type { CurrentUser, Project, User } from '@lamella/shared/contract'
import { ConfirmDialog } from '@lamella/shared/ui'
import { Button, Card, Select, Title } from '@mantine/core'
import { IconArrowsLeftRight } from '@tabler/icons-react'
import { useState } from 'react'
import { PersonOption } from './person-option.tsx'
import css from './transfer-card.module.css'
import { useTransfer } from './use-sharing-changes.ts'

interface TransferCardProps {
  project: Project
  user: CurrentUser
  users: readonly User[]
}

/** Makes another user of the organisation the owner; for the owner and for admins. */
export const TransferCard = ({ project, user, users }: TransferCardProps) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const transfer = useTransfer(project)
  const candidates = users.filter(({ id, isGuest }) => !isGuest && id !== project.owner)
  const next = candidates.find(({ id }) => id === chosen)
  const isOwner = project.owner === user.id
  const ownerName = users.find(({ id }) => id === project.owner)?.fullName ?? 'The owner'
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
        nothingFoundMessage="No users found."
        data={candidates.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        renderOption={({ option }) => <PersonOption user={candidates.find(({ id }) => id === option.value)} />}
        value={next ? chosen : null}
        onChange={setChosen}
      />
      <Button
        className={css.button}
        variant="default"
        leftSection={<IconArrowsLeftRight size={16} stroke={1.7} aria-hidden />}
        disabled={!next}
        onClick={() => setAsking(true)}
      >
        Transfer ownership
      </Button>
      <ConfirmDialog
        opened={asking && next !== undefined}
        title="Transfer ownership"
        confirmLabel="Transfer"
        destructive
        onConfirm={async () => {
          if (next) await transfer.mutateAsync(next).catch(() => undefined)
          setAsking(false)
          setChosen(null)
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
