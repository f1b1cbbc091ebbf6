import type { AppOverview } from '@lamella/shared/contract'
import { DataTable, EmptyState, type ErrorStateProps } from '@lamella/shared/ui'
import { Card } from '@mantine/core'
import { appColumns } from './app-columns.tsx'

interface AppTableProps {
  /** Undefined while they load. */
  apps: readonly AppOverview[] | undefined
  chosen: string | null
  onChoose: (app: string) => void
  error: ErrorStateProps | undefined
}

/** All apps, of which one is chosen by its row. */
export const AppTable = ({ apps, chosen, onChoose, error }: AppTableProps) => (
  <Card padding={0}>
    <DataTable
      label="Apps"
      withoutTotal
      columns={appColumns}
      rows={apps}
      rowKey={({ app }) => app}
      linkedRow={chosen}
      onRowClick={({ app }) => onChoose(app)}
      error={error}
      empty={
        <EmptyState title="No releases" text="A build is listed here once it is published: lamella release publish." />
      }
    />
  </Card>
)
