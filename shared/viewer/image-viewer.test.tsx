import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import BaseEvent from 'ol/events/Event.js'
import { sampleChannelsView, sampleImage, sampleView } from '../testing/sample-image.ts'
import { renderUi } from '../ui/test-render.tsx'
import type { MapContext } from './canvas/map-context.ts'
import { ImageViewer, type ImageViewerProps } from './image-viewer.tsx'
import type { ViewerLayer } from './layers/viewer-layer.ts'
import type { ViewerPanel } from './panels/viewer-panel.ts'
import type { ViewerTool } from './tools/viewer-tool.ts'

const open = (props: Partial<ImageViewerProps> = {}) => {
  const user = userEvent.setup()
  renderUi(<ImageViewer image={sampleImage()} view={sampleView()} {...props} />)
  return user
}

let active: string[]
beforeEach(() => {
  active = []
})

const toolOf = (id: string, label: string, shortcut: string): ViewerTool => ({
  id,
  label,
  icon: () => null,
  shortcut,
  activate: () => active.push(id),
  deactivate: () => active.splice(active.indexOf(id), 1),
})
const tools = [toolOf('select', 'Select', 'v'), toolOf('draw', 'Draw', 'd')]
const objects: ViewerPanel = { id: 'objects', title: 'Objects', render: () => <input aria-label="Filter objects" /> }

const titlesOf = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent?.trim())
const pressed = () =>
  within(screen.getByRole('toolbar', { name: 'Tools' }))
    .getByRole('button', { pressed: true })
    .getAttribute('aria-label')

describe('panels', () => {
  test('an RGB picture has brightness and contrast, which change what is seen only', async () => {
    const onView = jest.fn()
    open({ onView, initial: { tone: { brightness: 20, contrast: 0 } } })
    expect(titlesOf()).toEqual(['Picture'])
    const picture = screen.getByRole('application', { name: 'Picture of field.tif' })
    expect(picture.style.getPropertyValue('--picture-filter')).toBe('brightness(1.2) contrast(1)')
    fireEvent.change(await screen.findByRole('slider', { name: /^Contrast/ }), { target: { value: '-10' } })
    expect(picture.style.getPropertyValue('--picture-filter')).toBe('brightness(1.2) contrast(0.9)')
    expect(screen.getByRole('slider', { name: /^Contrast/ })).toHaveAttribute('aria-valuetext', '−10 %')
    await waitFor(() => expect(onView.mock.lastCall?.[0].tone).toEqual({ brightness: 20, contrast: -10 }))
    fireEvent.click(screen.getByRole('button', { name: 'Brightness and contrast as stored' }))
    expect(picture.style.getPropertyValue('--picture-filter')).toBe('none')
  })

  test('those of a remote are below the channels', () => {
    open({ view: sampleChannelsView(), panels: [objects] })
    expect(titlesOf()).toEqual(['Channels', 'Objects'])
  })

  test('in a narrow window a button, named after them, opens and closes them', async () => {
    const user = open({ view: sampleChannelsView(), panels: [objects] })
    const panels = screen.getByRole('complementary', { name: 'Panels' })
    expect(panels).not.toHaveAttribute('data-opened')
    await user.click(screen.getByRole('button', { name: 'Channels and objects' }))
    expect(panels).toHaveAttribute('data-opened')
    await user.click(screen.getByRole('button', { name: 'Close panels' }))
    expect(panels).not.toHaveAttribute('data-opened')
  })
})

describe('tools', () => {
  test('the only one is active and needs no button', () => {
    open({ tools: tools.slice(0, 1) })
    expect(active).toEqual(['select'])
    expect(screen.queryByRole('toolbar', { name: 'Tools' })).not.toBeInTheDocument()
  })

  test('a click on its button activates another one', async () => {
    const user = open({ tools })
    expect(pressed()).toBe('Select')
    await user.click(screen.getByRole('button', { name: 'Draw' }))
    expect(pressed()).toBe('Draw')
    expect(active).toEqual(['draw'])
  })

  test('its shortcut activates a tool while the focus is in the viewer', async () => {
    const user = open({ tools })
    await user.keyboard('d')
    expect(pressed()).toBe('Select')
    screen.getByRole('application').focus()
    await user.keyboard('d')
    expect(pressed()).toBe('Draw')
    await user.keyboard('V')
    expect(pressed()).toBe('Select')
  })

  test('neither typed text nor a shortcut of the browser activates a tool', async () => {
    const user = open({ tools, panels: [objects] })
    await user.type(screen.getByRole('textbox', { name: 'Filter objects' }), 'd')
    screen.getByRole('application').focus()
    await user.keyboard('{Control>}d{/Control}{Meta>}d{/Meta}{Alt>}d{/Alt}')
    expect(pressed()).toBe('Select')
  })
})

test('a layer of a remote is mounted as long as the viewer', () => {
  const unmount = jest.fn()
  const layer = { id: 'cells', mount: jest.fn(() => unmount) }
  const { unmount: close } = renderUi(<ImageViewer image={sampleImage()} view={sampleView()} layers={[layer]} />)
  expect(layer.mount).toHaveBeenCalledTimes(1)
  expect(unmount).not.toHaveBeenCalled()
  close()
  expect(unmount).toHaveBeenCalledTimes(1)
})

test('reports the visible extent, at first the whole image', async () => {
  const onVisible = jest.fn()
  let context: MapContext | undefined
  const layer: ViewerLayer = {
    id: 'spy',
    mount: (given) => {
      context = given
      return () => undefined
    },
  }
  open({ onVisible, layers: [layer] })
  expect(onVisible.mock.calls).toEqual([[[0, 0, 1000, 800]]])
  // A map without size has 100 × 100 CSS pixels.
  context?.map.getView().setResolution(2)
  context?.centerOn(300, 200)
  act(() => {
    context?.map.dispatchEvent(new BaseEvent('postrender'))
  })
  expect(onVisible).toHaveBeenLastCalledWith([200, 100, 400, 300])
})
