CREATE TABLE schema_migrations (version TEXT PRIMARY KEY);
CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email VARCHAR(255) NOT NULL UNIQUE,
  is_admin INTEGER NOT NULL DEFAULT 0,
  active BOOLEAN DEFAULT 1,
  api_key CHAR(36),
  settings TEXT,
  description TEXT,
  balance DECIMAL(10,2) NOT NULL DEFAULT '0.00',
  created_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  born DATE,
  last_seen INTEGER,
  full_name TEXT GENERATED ALWAYS AS (email || '!') VIRTUAL,
  manager_id INTEGER REFERENCES users(id) ON DELETE SET NULL
);
CREATE TABLE profiles (user_id INTEGER PRIMARY KEY REFERENCES users(id) ON DELETE CASCADE, bio TEXT, avatar BLOB);
CREATE TABLE categories (code TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, parent_code TEXT REFERENCES categories(code)) WITHOUT ROWID;
CREATE TABLE products (
  id INTEGER PRIMARY KEY,
  category TEXT REFERENCES categories,
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'on sale', 'gone')),
  price REAL, stock INT CHECK (stock >= 0), weight, "order" INTEGER
);
CREATE TABLE product_tags (product_id INTEGER NOT NULL REFERENCES products(id), tag_id INTEGER NOT NULL REFERENCES tags(id), position INTEGER, PRIMARY KEY (product_id, tag_id));
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE follows (id INTEGER PRIMARY KEY, follower_id INTEGER REFERENCES users(id), followee_id INTEGER REFERENCES users(id), created_at TEXT);
CREATE TABLE orders (id TEXT PRIMARY KEY NOT NULL, buyer_id INTEGER NOT NULL REFERENCES users(id) ON DELETE RESTRICT, seller_id INTEGER REFERENCES users(id), placed TIMESTAMP);
CREATE TABLE order_lines (order_id TEXT NOT NULL REFERENCES orders(id) ON DELETE CASCADE, line INTEGER NOT NULL, product_id INTEGER REFERENCES products(id), amount INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (order_id, line));
CREATE TABLE shipments (id INTEGER PRIMARY KEY, order_id TEXT, line INTEGER, tracking_url TEXT, FOREIGN KEY (order_id, line) REFERENCES order_lines(order_id, line));
CREATE TABLE log (message TEXT, level INTEGER);
CREATE INDEX orders_by_buyer ON orders(buyer_id);
CREATE INDEX products_by_status ON products(status, price);
CREATE INDEX products_on_sale ON products(price) WHERE status = 'on sale';
CREATE INDEX tags_by_name ON tags(name);
CREATE VIEW sold AS SELECT * FROM orders;
CREATE TRIGGER touch AFTER UPDATE ON users BEGIN SELECT 1; END;
CREATE VIRTUAL TABLE search USING fts5(name);
INSERT INTO users(id,email,api_key,settings,created_at,born,last_seen) VALUES (1,'a@b.c','0d9f9a3c-7e60-4c1b-8a6b-1f2e3d4c5b6a','{"dark":true}','2024-01-02 03:04:05','1990-01-02',1700000000),(2,'d@e.f',NULL,'[]','2024-01-02 03:04:06.123',NULL,NULL);
INSERT INTO products VALUES (1,NULL,'draft',1.5,3,'heavy',1),(2,NULL,'gone',2,0,7,2);
INSERT INTO orders VALUES ('o1',1,2,1700000000),('o2',1,NULL,1700000001);
INSERT INTO follows VALUES (1,1,2,'2024-01-02');
