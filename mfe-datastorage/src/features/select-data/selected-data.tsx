import type { FileType } from '@lamella/shared/contract'
import { formatFileSize } from '@lamella/shared/ui'
import type { ZShown } from '@lamella/shared/upload'
import { ActionIcon, Card, Collapse, Table, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconCircleCheck, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FileFacts } from './file-facts.tsx'
import { FileName } from './file-name.tsx'
import { lookOf } from './file-set.ts'
import { fileTypes } from './file-types.tsx'
import { SameContentNotice } from './same-content-notice.tsx'
import css from './selected-data.module.css'
import type { SelectedFile } from './selection.ts'
import { SetFacts } from './set-facts.tsx'
import type { Looks } from './use-looks.ts'
import type { Comparisons } from './use-same-content.ts'
import type { TypedNames } from './use-typed-names.ts'

interface SelectedDataProps {
  files: readonly SelectedFile[]
  looks: Looks
  comparisons: Comparisons
  typedNames: TypedNames
  onRename: (id: string, name: string) => void
  /** Uploads a file as another kind of image data. */
  onRetype: (id: string, type: FileType) => void
  onShowZ: (id: string, zShown: ZShown) => void
  onRemove: (removed: SelectedFile) => void
}

type RowProps = { selected: SelectedFile } & Omit<SelectedDataProps, 'files'>

const Row = ({ selected, looks, comparisons, typedNames, onRename, onRetype, onShowZ, onRemove }: RowProps) => {
  const look = lookOf(selected, looks)
  const kind = fileTypes.find(({ type }) => type === selected.fileType)
  const Icon = kind?.icon
  return (
    <Table.Tr>
      <Table.Td className={css.state}>
        {selected.warning ? (
          <IconAlertTriangle className={css.bad} size={18} stroke={1.6} aria-label="Warning" role="img" />
        ) : look?.problem ? (
          <IconAlertTriangle className={css.caution} size={18} stroke={1.6} aria-label="Look at this file" role="img" />
        ) : (
          <IconCircleCheck className={css.ok} size={18} stroke={1.6} aria-label="Ready" role="img" />
        )}
      </Table.Td>
      <Table.Td className={css.name}>
        {look?.picture ? (
          <img className={css.picture} src={look.picture} alt="" width={36} height={36} />
        ) : (
          <span className={css.picture} aria-hidden>
            <IconPhoto size={20} stroke={1.4} />
          </span>
        )}
        <FileName
          name={selected.name}
          typed={typedNames.of(selected)}
          onType={(name) => typedNames.keep(selected, name)}
          onRename={(name) => onRename(selected.id, name)}
        />
        <FileFacts
          selected={selected}
          look={look}
          onRetype={(type) => onRetype(selected.id, type)}
          onShowZ={(zShown) => onShowZ(selected.id, zShown)}
        />
        <SetFacts selected={selected} looks={looks} />
        <SameContentNotice
          name={selected.name}
          comparison={comparisons.get(selected.file)}
          onLeaveOut={() => onRemove(selected)}
        />
        <span className={css.sizeBelow}>{formatFileSize(selected.file.size)}</span>
        {selected.warning && <span className={css.warning}>{selected.warning}</span>}
      </Table.Td>
      <Table.Td className={css.type}>
        <span className={css.kind}>
          {Icon && <Icon size={16} stroke={1.6} aria-hidden />} {kind?.word}
        </span>
      </Table.Td>
      <Table.Td ta="right" className={css.size}>
        {formatFileSize(selected.file.size)}
      </Table.Td>
      <Table.Td className={css.action}>
        <ActionIcon aria-label={`Remove ${selected.name}`} onClick={() => onRemove(selected)}>
          <IconTrash size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}

/** Picked files in an expandable bar (D3-2-62), at most 500 px high (D3-2-64). */
export const SelectedData = ({ files, ...actions }: SelectedDataProps) => {
  const [opened, setOpened] = useState(true)
  if (files.length === 0) return null
  return (
    <Card padding={0}>
      <UnstyledButton className={css.bar} aria-expanded={opened} onClick={() => setOpened(!opened)}>
        Selected data ({files.length} file(s))
        <IconChevronDown size={18} stroke={1.6} data-opened={opened || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={opened}>
        <div className={css.scroll}>
          <Table aria-label="Selected data">
            <Table.Thead>
              <Table.Tr>
                <Table.Th aria-label="State" />
                <Table.Th>Name</Table.Th>
                <Table.Th className={css.type}>Type</Table.Th>
                <Table.Th ta="right" className={css.size}>
                  Size
                </Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {files.map((selected) => (
                <Row key={selected.id} selected={selected} {...actions} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </Collapse>
    </Card>
  )
}
