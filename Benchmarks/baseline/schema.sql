-- Models/Feed.yml as Rowsmith lays it out; every baseline program creates exactly this.
CREATE TABLE IF NOT EXISTS Article (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  slug TEXT NOT NULL,
  body TEXT NOT NULL,
  publishedAt TEXT NOT NULL,
  views INTEGER NOT NULL,
  rating REAL NOT NULL,
  author INTEGER
);
CREATE TABLE IF NOT EXISTS Author (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  joinedAt TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS Comment (
  id INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  likes INTEGER NOT NULL,
  article INTEGER,
  author INTEGER
);
CREATE INDEX IF NOT EXISTS Article_author ON Article (author);
CREATE INDEX IF NOT EXISTS Article_publishedAt ON Article (publishedAt);
CREATE INDEX IF NOT EXISTS Comment_article ON Comment (article);
CREATE INDEX IF NOT EXISTS Comment_author ON Comment (author);
