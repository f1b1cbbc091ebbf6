import type { Image } from '@lamella/shared/contract'
import { imageGroupsQuery } from '@lamella/shared/queries'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { imagesText } from './image-texts.ts'

interface TagsDialogProps {
  projectId: string
  images: readonly Image[]
  /** Resolves when the tags are changed, or a toast has said why not. */
  onChange: (tags: { add: string[]; remove: string[] }) => Promise<unknown>
  onClose: () => void
}

/** Tags that all of the images have. */
const sharedTags = ([first, ...others]: readonly Image[]): string[] =>
  (first?.tags ?? []).filter((tag) => others.every(({ tags = [] }) => tags.includes(tag)))

/** Changes the tags of images: shown are those that all of them have, and others stay as they are. */
export const TagsDialog = ({ projectId, images, onChange, onClose }: TagsDialogProps) => {
  const { data } = useQuery(imageGroupsQuery(projectId))
  const before = sharedTags(images)
  const [tags, setTags] = useState(before)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    const add = tags.filter((tag) => !before.includes(tag))
    await onChange({ add, remove: before.filter((tag) => !tags.includes(tag)) })
    onClose()
  }
  return (
    <Dialog opened title={`Tags of ${imagesText(images.length)}`} onClose={onClose}>
      <form onSubmit={submit}>
        <TagsInput
          label="Tags"
          description={
            images.length > 1
              ? 'Tags that all of them have. Enter adds one; tags of single images stay.'
              : 'Enter adds a tag.'
          }
          data-autofocus
          data={data?.tags.map(({ name }) => name) ?? []}
          maxTags={20}
          value={tags}
          onChange={(next) => setTags([...new Set(next.map((tag) => tag.trim().slice(0, 40)).filter(Boolean))])}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save tags
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
