import { redirect } from 'next/navigation';

/** Every run is at /runs/<id>, and the list of them is the first page. */
export default async function Page({ searchParams }: { searchParams: Promise<Record<string, string | string[]>> }) {
  const query = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
  redirect(query.size > 0 ? `/?${query}` : '/');
}
