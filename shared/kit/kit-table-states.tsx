import { FailedName, ProjectsTable } from '@lamella/shared/blocks'
import { CardHeader, DataTable, type DataTableProps } from '@lamella/shared/ui'
import { Button, Table } from '@mantine/core'
import css from './kit.module.css'
import { KitSection } from './kit-section.tsx'
import { columns, type Project } from './sample-projects.tsx'

const states: Record<string, Pick<DataTableProps<Project>, 'rows' | 'error'>> = {
  'Table, loading': { rows: undefined },
  'Table, error': {
    rows: undefined,
    error: {
      title: 'Projects could not be retrieved',
      text: 'The server did not answer. Nothing was lost.',
      onRetry: () => {},
    },
  },
}

export function KitTableStates() {
  return (
    <div className={css.tableStates}>
      {Object.entries(states).map(([title, state]) => (
        <KitSection key={title} title={title} flush>
          <CardHeader title={title} />
          <DataTable label={title} columns={columns} rowKey={({ name }) => name} pageSize={4} {...state} />
        </KitSection>
      ))}
      <KitSection title="Table, empty" flush>
        <CardHeader title="Table, empty" />
        <ProjectsTable
          columns={[]}
          rows={[]}
          served={undefined}
          hasAny={false}
          isGuest={false}
          emptyActions={<Button>Create a new project</Button>}
        />
      </KitSection>
      <KitSection title="Plain table" flush>
        <CardHeader title="Plain table" />
        <Table aria-label="Plain table">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Image</Table.Th>
              <Table.Th ta="right">Size</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            <Table.Tr>
              <Table.Td>kidney_PAS_03.svs</Table.Td>
              <Table.Td ta="right">1.2 GB</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Td>
                <FailedName
                  name="scan_0417.tif"
                  reason="The file ends in the middle of a tile. Please upload it again."
                />
              </Table.Td>
              <Table.Td ta="right">84 MB</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </KitSection>
    </div>
  )
}
