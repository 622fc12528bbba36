-- The import as one writes it in the sqlite3 shell. Parameters: :feed (a path).
-- temp_store is set by the caller: setting it here would drop the table that holds the parameters.
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;

-- One row per article, so that the document is taken apart once and not once per table.
CREATE TEMP TABLE Feed AS SELECT value FROM json_each(readfile(:feed));

BEGIN;

INSERT INTO Author (id, name, email, joinedAt)
SELECT value ->> '$.author.id', value ->> '$.author.name', value ->> '$.author.email',
  strftime('%Y-%m-%dT%H:%M:%fZ', value ->> '$.author.joined_at')
FROM Feed WHERE true
ON CONFLICT (id) DO UPDATE SET
  name = excluded.name, email = excluded.email, joinedAt = excluded.joinedAt;

INSERT INTO Article (id, title, slug, body, publishedAt, views, rating, author)
SELECT value ->> '$.id', value ->> '$.title', value ->> '$.slug', value ->> '$.body',
  strftime('%Y-%m-%dT%H:%M:%fZ', value ->> '$.published_at'),
  value ->> '$.views', value ->> '$.rating', value ->> '$.author.id'
FROM Feed WHERE true
ON CONFLICT (id) DO UPDATE SET
  title = excluded.title, slug = excluded.slug, body = excluded.body, publishedAt = excluded.publishedAt,
  views = excluded.views, rating = excluded.rating, author = excluded.author;

INSERT INTO Author (id, name, email, joinedAt)
SELECT comment.value ->> '$.author.id', comment.value ->> '$.author.name',
  comment.value ->> '$.author.email',
  strftime('%Y-%m-%dT%H:%M:%fZ', comment.value ->> '$.author.joined_at')
FROM Feed, json_each(Feed.value, '$.comments') AS comment WHERE true
ON CONFLICT (id) DO UPDATE SET
  name = excluded.name, email = excluded.email, joinedAt = excluded.joinedAt;

INSERT INTO Comment (id, body, createdAt, likes, article, author)
SELECT comment.value ->> '$.id', comment.value ->> '$.body',
  strftime('%Y-%m-%dT%H:%M:%fZ', comment.value ->> '$.created_at'),
  comment.value ->> '$.likes', Feed.value ->> '$.id', comment.value ->> '$.author.id'
FROM Feed, json_each(Feed.value, '$.comments') AS comment WHERE true
ON CONFLICT (id) DO UPDATE SET
  body = excluded.body, createdAt = excluded.createdAt, likes = excluded.likes,
  article = excluded.article, author = excluded.author;

COMMIT;
