import type { OperatorToken } from '@lamella/shared/contract'
import { operatorTokensChanged, operatorTokensQuery } from '@lamella/shared/queries/releases.ts'
import {
  CardHeader,
  ConfirmDialog,
  DataTable,
  type DataTableColumn,
  EmptyState,
  formatDay,
  queryError,
  TimeAgo,
} from '@lamella/shared/ui'
import { ActionIcon, Button, Card } from '@mantine/core'
import { IconKey, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastFailure } from '../../lib/toasts.ts'
import { removeToken } from './api.ts'
import { TokenDialog } from './token-dialog.tsx'
import css from './tokens.module.css'

const columnsOf = (onRemove: (token: OperatorToken) => void): readonly DataTableColumn<OperatorToken>[] => [
  { id: 'name', title: 'Name', isName: true, render: ({ name }) => name },
  {
    id: 'scope',
    title: 'May',
    render: ({ may, apps }) => (
      <span className={css.scope}>
        {may.join(', ')} <span>{apps.join(', ')}</span>
      </span>
    ),
    width: '34%',
    minTableWidth: 340,
  },
  {
    id: 'used',
    title: 'Last used',
    render: ({ lastUsed }) => (lastUsed ? <TimeAgo date={lastUsed} /> : 'never'),
    width: 130,
    minTableWidth: 480,
  },
  {
    id: 'expires',
    title: 'Expires',
    render: ({ expires }) => (expires ? formatDay(new Date(expires)) : 'never'),
    width: 120,
    minTableWidth: 760,
  },
  {
    id: 'by',
    title: 'Made by',
    render: ({ createdBy }) => createdBy,
    width: 140,
    wideOnly: true,
    minTableWidth: 760,
  },
  {
    id: 'remove',
    title: 'Remove',
    isAction: true,
    width: 64,
    render: (token) => (
      <ActionIcon aria-label={`Remove ${token.name}`} onClick={() => onRemove(token)}>
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    ),
  },
]

/** Named tokens of squads and their machines: what each may do, with which apps. @param apps - to choose from */
export const TokenCard = ({ apps }: { apps: readonly string[] }) => {
  const queries = useQueryClient()
  const tokens = useQuery(operatorTokensQuery)
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<OperatorToken | null>(null)
  const removal = useMutation({
    mutationFn: removeToken,
    onError: (error, name) => toastFailure(name, error),
    onSettled: () => operatorTokensChanged(queries),
  })
  const remove = async (): Promise<void> => {
    if (leaving) await removal.mutateAsync(leaving.name).catch(() => undefined)
    setLeaving(null)
  }
  return (
    <Card padding={0} component="section" aria-label="Tokens">
      <CardHeader title="Tokens" count={tokens.data?.length}>
        <Button
          variant="default"
          leftSection={<IconKey size={16} stroke={1.7} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          New token
        </Button>
      </CardHeader>
      <DataTable
        label="Tokens"
        withoutTotal
        columns={columnsOf(setLeaving)}
        rows={tokens.data}
        rowKey={({ name }) => name}
        error={queryError('The tokens could not be retrieved', tokens)}
        empty={
          <EmptyState
            title="No tokens"
            text="A token lets a squad or its build machine release its own apps, and nothing else."
          />
        }
      />
      {adding && <TokenDialog apps={apps} onClose={() => setAdding(false)} />}
      <ConfirmDialog
        opened={leaving !== null}
        title="Remove token"
        confirmLabel="Remove"
        destructive
        onConfirm={remove}
        onClose={() => setLeaving(null)}
      >
        {leaving?.name} is refused from now on. What uses it cannot publish or change releases until it has another one.
      </ConfirmDialog>
    </Card>
  )
}
