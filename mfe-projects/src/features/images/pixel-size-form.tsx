import { type Image, pixelSizeRange } from '@lamella/shared/contract'
import { DialogActions } from '@lamella/shared/ui'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { pixelSizeText } from '../../lib/pixel-size-text.ts'
import { useSetPixelSize } from './use-image-changes.ts'

const { least, most } = pixelSizeRange
const problem = `Enter a number from ${least} to ${most} µm.`

/** Sets the pixel size of an image, the same along both sides, or goes back to what its file says. */
export const PixelSizeForm = ({ image, onDone }: { image: Image; onDone: () => void }) => {
  const { id, project, pixelSize, pixelSizeOrigin: origin } = image
  const [value, setValue] = useState(pixelSize?.x ?? Number.NaN)
  const [tried, setTried] = useState(false)
  const setting = useSetPixelSize(project, id)
  const isValid = value >= least && value <= most
  const save = (um: { x: number; y: number } | null): void => setting.mutate(um, { onSuccess: onDone })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // Its parents may be forms too: React's events go on to them from the dialog.
    event.stopPropagation()
    setTried(true)
    if (isValid) save({ x: value, y: value })
  }
  const ofFile = origin?.source === 'user' ? origin.ofFile : null
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          type="number"
          step="any"
          label="Pixel size (µm)"
          description="What one pixel shows of the specimen: mostly 0.5 at 20×, 0.25 at 40×."
          data-autofocus
          defaultValue={pixelSize?.x ?? ''}
          error={tried && !isValid ? problem : null}
          onChange={({ currentTarget }) => setValue(currentTarget.valueAsNumber)}
          onWheel={({ currentTarget }) => currentTarget.blur()}
        />
        <Text size="sm" c="var(--lm-text2)">
          It counts for everybody in the project, in place of what the file says. Results that are there keep the pixel
          size they were measured with.
        </Text>
        {origin?.source === 'user' && (
          <Button variant="light" disabled={setting.isPending} onClick={() => save(null)}>
            {ofFile ? `Go back to the file's ${pixelSizeText({ pixelSize: ofFile })}` : 'Remove the pixel size'}
          </Button>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={setting.isPending}>
          Set pixel size
        </Button>
      </DialogActions>
    </form>
  )
}
