import { bus } from '@lamella/shared/events'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import css from './file-name.module.css'

const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

/** The inline name: 1 to 128 characters and not only spaces; trimmed on save (document 3 §5). */
export const FileName = ({ name, onRename }: { name: string; onRename: (name: string) => void }) => {
  const [draft, setDraft] = useState<string | null>(null)
  if (draft === null) {
    return (
      <span className={css.row}>
        <span className={css.name} title={name}>
          {name}
        </span>
        <ActionIcon className={css.edit} size={24} aria-label={`Edit name of ${name}`} onClick={() => setDraft(name)}>
          <IconPencil {...iconProps} />
        </ActionIcon>
      </span>
    )
  }
  const save = (): void => {
    const trimmed = draft.trim()
    if (trimmed === '') {
      bus.emit('toast/show', { kind: 'error', title: 'Edit File', detail: 'Name is required and must not be empty.' })
      return
    }
    onRename(trimmed)
    setDraft(null)
  }
  return (
    <form
      className={css.row}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextInput
        size="xs"
        className={css.field}
        aria-label={`New name of ${name}`}
        value={draft}
        maxLength={128}
        autoFocus
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && setDraft(null)}
      />
      <ActionIcon type="submit" size={24} aria-label="Save name">
        <IconCheck {...iconProps} />
      </ActionIcon>
      <ActionIcon size={24} aria-label="Cancel renaming" onClick={() => setDraft(null)}>
        <IconX {...iconProps} />
      </ActionIcon>
    </form>
  )
}
