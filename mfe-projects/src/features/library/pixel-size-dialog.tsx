import { type Image, pixelSizeRange } from '@lamella/shared/contract'
import { Dialog, DialogActions } from '@lamella/shared/ui'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { imagesText } from './image-texts.ts'

/** µm per pixel. */
type Size = NonNullable<Image['pixelSize']>

interface PixelSizeDialogProps {
  images: readonly Image[]
  /** Null: as each file says. Resolves when it is set, or a toast has said why not. */
  onSet: (um: Size | null) => Promise<unknown>
  onClose: () => void
}

const { least, most } = pixelSizeRange

/** Number of a typed text, with point or comma; NaN: none. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.')))

const problemOf = (text: string): string | null => {
  const value = numberOf(text)
  if (Number.isNaN(value)) return 'Enter a number'
  return value < least || value > most ? `Between ${least} and ${most.toLocaleString('en')} µm` : null
}

/** The size that all of them have; null: they differ, or have none. */
const sharedSize = ([first, ...others]: readonly Image[]): Size | null => {
  const size = first?.pixelSize ?? null
  return size && others.every(({ pixelSize }) => pixelSize?.x === size.x && pixelSize.y === size.y) ? size : null
}

/** Sets the pixel size of images, where their files say none or a wrong one. */
export const PixelSizeDialog = ({ images, onSet, onClose }: PixelSizeDialogProps) => {
  const before = sharedSize(images)
  const [width, setWidth] = useState(before ? String(before.x) : '')
  const [height, setHeight] = useState(before ? String(before.y) : '')
  const [touched, setTouched] = useState(false)
  const [busy, setBusy] = useState(false)
  const isFromUser = images.some(({ pixelSizeOrigin }) => pixelSizeOrigin?.source === 'user')
  const set = async (um: Size | null): Promise<void> => {
    setBusy(true)
    await onSet(um)
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTouched(true)
    if (!problemOf(width) && !problemOf(height)) void set({ x: numberOf(width), y: numberOf(height) })
  }
  // Pixels are square nearly always: the height follows until it is another one.
  const typeWidth = (text: string): void => {
    if (height === width) setHeight(text)
    setWidth(text)
  }
  const field = (label: string, value: string, onType: (text: string) => void) => (
    <TextInput
      label={label}
      inputMode="decimal"
      data-autofocus={label.startsWith('Width') || undefined}
      value={value}
      error={touched ? problemOf(value) : null}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
  return (
    <Dialog opened title={`Pixel size of ${imagesText(images.length)}`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Group grow align="flex-start">
          {field('Width of a pixel (µm)', width, typeWidth)}
          {field('Height of a pixel (µm)', height, setHeight)}
        </Group>
        <Text size="sm" c="var(--lm-text2)" mt="md">
          Results that exist keep theirs, and say which they used.
        </Text>
        <DialogActions>
          {isFromUser && (
            <Button variant="subtle" color="gray" mr="auto" disabled={busy} onClick={() => void set(null)}>
              As the {images.length === 1 ? 'file says' : 'files say'}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Set pixel size
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
