import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { nextPage } from './next-page.ts';

/** A list of two pages whose answers the test gives one by one; what it has asked for is in `asked`. */
async function openList() {
  const client = new QueryClient();
  const asked: { page: number; answer: () => void }[] = [];
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam, signal }) =>
      new Promise<number>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('dropped')));
        asked.push({ page: pageParam, answer: () => resolve(pageParam) });
      }),
    initialPageParam: 1,
    getNextPageParam: (last: number) => (last < 2 ? last + 1 : undefined),
    retry: false,
  });
  const close = observer.subscribe(() => undefined);
  onTestFinished(() => {
    close();
    client.clear();
  });
  const answer = async (page: number) => {
    await expect.poll(() => asked.at(0)?.page).toBe(page);
    asked.shift()?.answer();
  };
  await answer(1);
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual([1]);
  return { client, observer, asked, answer };
}

test('a page that news drop on its way is asked for again', async () => {
  const { client, observer, asked, answer } = await openList();
  const reading = nextPage(observer.getCurrentResult());
  await expect.poll(() => asked.length).toBe(1);
  const news = client.invalidateQueries({ queryKey: ['list'] });
  asked.shift();
  await answer(1);
  await answer(2);
  expect((await reading).data?.pages).toEqual([1, 2]);
  await news;
});

test('a list that is being read anew is read before its next page', async () => {
  const { client, observer, answer } = await openList();
  const news = client.invalidateQueries({ queryKey: ['list'] });
  const reading = nextPage(observer.getCurrentResult());
  await answer(1);
  await news;
  await answer(2);
  expect((await reading).data?.pages).toEqual([1, 2]);
});
