import { nameRule } from '@lamella/shared/contract'
import { bus } from '@lamella/shared/events'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import css from './file-name.module.css'

const iconProps = { size: 16, stroke: 1.6, 'aria-hidden': true } as const

interface FileNameProps {
  name: string
  /** Text of the field; when it differs from the name, editing continues with it. */
  typed: string
  onType: (name: string) => void
  onRename: (name: string) => void
}

/** Name with inline editing (D3-2-67): 1 to 128 characters, not only spaces (D3-5-10), trimmed on save (D3-5-12). */
export const FileName = ({ name, typed, onType, onRename }: FileNameProps) => {
  const [isEdited, setEdited] = useState(typed !== name)
  const edit = (): void => {
    onType(name)
    setEdited(true)
  }
  const cancel = (): void => {
    onType(name)
    setEdited(false)
  }
  if (!isEdited) {
    return (
      <span className={css.row}>
        <span className={css.name} title={name}>
          {name}
        </span>
        <ActionIcon className={css.edit} size={24} aria-label={`Edit name of ${name}`} onClick={edit}>
          <IconPencil {...iconProps} />
        </ActionIcon>
      </span>
    )
  }
  const save = (): void => {
    const trimmed = typed.trim()
    if (trimmed === '') {
      bus.emit('toast/show', { kind: 'error', title: 'Edit File', detail: 'Name is required and must not be empty.' })
      return
    }
    const problem = nameRule(trimmed)
    if (problem !== null) {
      bus.emit('toast/show', { kind: 'error', title: 'Edit File', detail: `${problem}.` })
      return
    }
    onType(trimmed)
    onRename(trimmed)
    setEdited(false)
  }
  return (
    <form
      data-kept
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
        value={typed}
        maxLength={128}
        autoFocus
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && cancel()}
      />
      <ActionIcon type="submit" size={24} aria-label="Save name">
        <IconCheck {...iconProps} />
      </ActionIcon>
      <ActionIcon size={24} aria-label="Cancel renaming" onClick={cancel}>
        <IconX {...iconProps} />
      </ActionIcon>
    </form>
  )
}
