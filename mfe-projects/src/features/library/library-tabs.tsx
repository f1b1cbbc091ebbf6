import type { ImageOutline } from '@lamella/shared/contract'
import { TabCount } from '@lamella/shared/ui'
import { Tabs } from '@mantine/core'
import { libraryScopes } from './use-library-address.ts'

interface LibraryTabsProps {
  value: string
  /** Undefined while it loads. */
  outline: ImageOutline | undefined
  /** For editors. */
  withTrash: boolean
  onChange: (value: string | null) => void
}

/** The lists of the library (D3-2-20), and the trash. */
export const LibraryTabs = ({ value, outline, withTrash, onChange }: LibraryTabsProps) => (
  <Tabs value={value} onChange={onChange} mb="md">
    <Tabs.List>
      {libraryScopes.map((scope) => (
        <Tabs.Tab
          key={scope.value}
          value={scope.value}
          rightSection={outline && <TabCount count={outline.counts[scope.value]} />}
        >
          {scope.title}
        </Tabs.Tab>
      ))}
      {withTrash && (
        <Tabs.Tab value="trash" rightSection={outline && <TabCount count={outline.trashed} />}>
          Trash
        </Tabs.Tab>
      )}
    </Tabs.List>
  </Tabs>
)
