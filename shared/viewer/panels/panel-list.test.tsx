import { screen, within } from '@testing-library/react'
import { renderUi } from '../../ui/test-render.tsx'
import { PanelList } from './panel-list.tsx'

test('panels are in the given order, each under its title with count and actions', () => {
  renderUi(
    <PanelList
      panels={[
        { id: 'labels', title: 'Labels', render: () => 'Tumour' },
        {
          id: 'objects',
          title: 'Objects',
          count: 1204,
          actions: <button type="button">Hide</button>,
          render: () => null,
        },
      ]}
    />,
  )
  const regions = screen.getAllByRole('region')
  expect(regions.map((region) => within(region).getByRole('heading').textContent)).toEqual(['Labels ', 'Objects 1,204'])
  const [labels, objects] = regions.map((region) => within(region))
  expect(labels?.getByText('Tumour')).toBeVisible()
  expect(labels?.queryByRole('button')).not.toBeInTheDocument()
  expect(objects?.getByRole('button', { name: 'Hide' })).toBeVisible()
})
