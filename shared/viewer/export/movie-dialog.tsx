import { Dialog, DialogActions, formatFileSize } from '@lamella/shared/ui'
import { Button, Checkbox, Progress, Select, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { ImageMap } from '../canvas/image-map.ts'
import type { ViewState } from '../view-state/view-state.ts'
import { exportName } from './export-view.ts'
import css from './movie-dialog.module.css'
import type { MovieFormat } from './movie-format.ts'
import { movieSizes } from './movie-size.ts'
import { recordMovie } from './record-movie.ts'
import { saveFile } from './save-file.ts'
import { useMovieFormats } from './use-movie-formats.ts'
import { useRecording } from './use-recording.ts'

interface MovieDialogProps {
  map: ImageMap
  state: ViewState
  image: { name: string; pixelSize: { x: number; y: number } | null }
  /** Seconds between time points; undefined: unknown. */
  timeStepS?: number | undefined
  onClose: () => void
}

const formatNames: Record<MovieFormat, string> = { mp4: 'MP4 (H.264)', webm: 'WebM (VP9)', gif: 'GIF' }
const rates = ['1', '2', '5', '10', '15', '25', '30']

const sizesOf = ({ map, middle, orientation, view }: ImageMap) => {
  const [width = 1, height = 1] = map.getSize() ?? []
  return movieSizes({ middle, orientation, view, canvas: { width, height } }, window.devicePixelRatio)
}

const pointRule = (text: string, least: number, most: number): string | null =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
    ? null
    : `A whole number from ${least} to ${most}`

/** Why some formats are missing. */
const noteOn = (formats: readonly MovieFormat[]): string | null => {
  if (formats.includes('mp4')) return null
  return formats.includes('webm')
    ? 'This browser has no encoder for MP4 (H.264). WebM is shown by browsers, GIF by nearly all programs.'
    : 'This browser has no encoder for MP4 or WebM in this size. GIF is shown by nearly all programs.'
}

/** Makes a time series, as the view shows it, into a movie that is saved. */
const MovieDialog = ({ map, state, image, timeStepS, onClose }: MovieDialogProps) => {
  const frames = map.view.timePoints
  const [sizes] = useState(() => sizesOf(map))
  const [sizeId, setSizeId] = useState('screen')
  const [wanted, setWanted] = useState<MovieFormat | null>(null)
  const [first, setFirst] = useState('1')
  const [last, setLast] = useState(`${frames}`)
  const [rate, setRate] = useState('5')
  const [hasBar, setHasBar] = useState(image.pixelSize !== null)
  const [isStamped, setStamped] = useState(true)
  const { progress, error, start, cancel } = useRecording()
  const cancelButton = useRef<HTMLButtonElement>(null)
  const size = sizes.find(({ id }) => id === sizeId) ?? sizes[0]
  const fps = Number(rate)
  const formats = useMovieFormats(size?.width ?? 2, size?.height ?? 2, fps)
  const format = formats?.find((one) => one === wanted) ?? formats?.[0]

  const firstError = pointRule(first, 1, frames)
  const lastError = pointRule(last, firstError ? 1 : Number(first), frames)
  const isValid = !firstError && !lastError
  const count = isValid ? Number(last) - Number(first) + 1 : 0
  const isRunning = progress !== null

  const record = async (): Promise<void> => {
    if (!format || !size || !isValid || isRunning) return
    // Everything else is disabled meanwhile, and would lose the focus.
    cancelButton.current?.focus()
    const range = { from: Number(first) - 1, to: Number(last) - 1 }
    const pixelSize = hasBar ? image.pixelSize : null
    const movie = { format, size, fps, ...range, pixelSize, isStamped, timeStepS }
    const blob = await start((report, signal) => recordMovie(map, state, movie, report, signal))
    if (!blob) return
    saveFile(blob, exportName(image.name, format))
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void record()
  }
  const note = formats && noteOn(formats)
  return (
    <Dialog opened title="Movie of the time series" onClose={onClose} size={480}>
      <form onSubmit={submit} className={css.form} noValidate>
        <p>It shows what you see now, without measurements and objects. Keep this tab in front while it is made.</p>
        <div className={css.fields}>
          <Select
            label="Format"
            placeholder="Asking the browser"
            data={(formats ?? []).map((value) => ({ value, label: formatNames[value] }))}
            value={format ?? null}
            onChange={(value) => setWanted(formats?.find((one) => one === value) ?? null)}
            allowDeselect={false}
            disabled={isRunning || !formats}
          />
          <Select
            label="Frames per second"
            data={rates}
            value={rate}
            onChange={(value) => value && setRate(value)}
            allowDeselect={false}
            disabled={isRunning}
          />
          <Select
            className={css.wide}
            label="Size"
            data={sizes.map(({ id, label }) => ({ value: id, label }))}
            value={sizeId}
            onChange={(value) => value && setSizeId(value)}
            allowDeselect={false}
            disabled={isRunning}
          />
          <TextInput
            inputMode="numeric"
            label="First time point"
            value={first}
            error={firstError}
            onChange={({ currentTarget: { value } }) => setFirst(value)}
            disabled={isRunning}
          />
          <TextInput
            inputMode="numeric"
            label="Last time point"
            value={last}
            error={lastError}
            onChange={({ currentTarget: { value } }) => setLast(value)}
            disabled={isRunning}
          />
        </div>
        <fieldset className={css.marks} disabled={isRunning} aria-label="In the picture">
          <Checkbox
            label={image.pixelSize ? 'Scale bar' : 'Scale bar (the pixel size is not known)'}
            checked={hasBar}
            disabled={!image.pixelSize}
            onChange={({ currentTarget: { checked } }) => setHasBar(checked)}
          />
          <Checkbox
            label={timeStepS === undefined ? 'Frame number (the time step is not known)' : 'Time'}
            checked={isStamped}
            onChange={({ currentTarget: { checked } }) => setStamped(checked)}
          />
        </fieldset>
        {note && <p className={css.note}>{note}</p>}
        {error && <p role="alert">{error}</p>}
        {progress && <Progress value={(100 * progress.frames) / count} aria-label="Frames written" />}
        <p role="status">
          {progress
            ? `${progress.frames} of ${count} frames, ${formatFileSize(progress.bytes)}`
            : isValid && `${count} ${count === 1 ? 'frame' : 'frames'}, ${(count / fps).toFixed(1)} s; at most 256 MB`}
        </p>
        <DialogActions>
          <Button variant="default" ref={cancelButton} onClick={isRunning ? cancel : onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isRunning} disabled={!format}>
            Save movie
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export default MovieDialog
